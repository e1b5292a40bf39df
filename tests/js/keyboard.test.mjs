import assert from "node:assert/strict";
import { test } from "node:test";

import { middle, step } from "../../sumendi_site/static/js/game/keyboard.js";

// A board of side 2: b1 and b3 left and right of b2, the rows half a cell apart.
const cells = new Map(Object.entries({
  c2: { x: -35, y: -60 }, c3: { x: 35, y: -60 },
  b1: { x: -69, y: 0 }, b2: { x: 0, y: 0 }, b3: { x: 69, y: 0 },
  a1: { x: -35, y: 60 }, a2: { x: 35, y: 60 },
}));

test("the cursor starts in the middle", () => assert.equal(middle(cells), "b2"));

for (const [from, key, to] of [
  ["b2", "ArrowLeft", "b1"],
  ["b2", "ArrowRight", "b3"],
  ["b2", "ArrowUp", "c3"],
  ["c3", "ArrowDown", "b2"],
  ["b3", "ArrowRight", "b3"],
  ["c2", "ArrowUp", "c2"],
]) {
  test(`${key} goes from ${from} to ${to}`, () => assert.equal(step(cells, from, key), to));
}

test("every cell can be reached", () => {
  const reached = new Set(["b2"]);
  for (const cell of reached) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      reached.add(step(cells, cell, key));
    }
  }
  assert.equal(reached.size, cells.size);
});
