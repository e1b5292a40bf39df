import assert from "node:assert/strict";
import { test } from "node:test";

import { short } from "../../sumendi_site/static/js/game/clock.js";

for (const [seconds, text] of [
  [6 * 86400 + 4 * 3600 + 59 * 60, "6 d 04 h"],
  [5 * 3600 + 12 * 60, "5 h 12 m"],
  [12 * 60 + 3, "12 m 03 s"],
  [-5, "0 m 00 s"],
]) {
  test(`${seconds} seconds are ${text}`, () => assert.equal(short(seconds), text));
}
