// Conditional moves. Run by tests/js/test_scripts.py, which works out `LINES`: trees at random, with
// what games/services/lines.py makes of each.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { countAlive, description, isAlive, isOwn, refusal } from "../../sumendi_site/static/js/conditions/lines.js";

const GAME = { seat: "first", swapped: false, pliesBefore: 2, line: ["a1", "i9"], isRunning: true };
const leaf = { text: "x", comment: "", children: [] };
const answered = { ...leaf, children: [leaf] };

test("whose ply it is, and how many lines are alive, is as the site has it", () => {
  const cases = JSON.parse(readFileSync(process.env.LINES, "utf8"));
  assert.ok(cases.length > 0);
  for (const { game, children, own, alive } of cases) {
    for (const [path, isMine] of own) assert.equal(isOwn(game, path), isMine, JSON.stringify([game, path]));
    assert.equal(countAlive(game, children), alive, JSON.stringify([game, children]));
  }
});

test("only from the newest position on something can be added", () => {
  assert.equal(refusal(GAME, ["a1", "i9"], []), null);
  assert.match(refusal(GAME, ["a1"], []), /passed this place/);
  assert.match(refusal(GAME, ["a5"], []), /went otherwise/);
  assert.match(refusal(GAME, ["a5", "i9", "c3"], []), /went otherwise/);
  assert.match(refusal({ ...GAME, isRunning: false }, ["a1", "i9"], []), /has ended/);
});

test("the opponent may play many moves at one place, and is answered by one", () => {
  assert.equal(refusal(GAME, ["a1", "i9"], [leaf]), null);
  assert.equal(refusal(GAME, ["a1", "i9", "a5"], []), null);
  assert.match(refusal(GAME, ["a1", "i9", "a5"], [leaf]), /prepared x here already/);
});

test("each ply of the list says what it is", () => {
  const words = (path, node = leaf) => description(GAME, path, node)?.words;
  assert.equal(words(["a1", "i9"]), "played");
  assert.equal(words(["a1", "i5"]), "the game went otherwise");
  assert.equal(words(["a1", "i9", "a5"]), "not answered yet");
  assert.equal(words(["a1", "i9", "a5"], answered), undefined);
  assert.equal(words(["a1", "i9", "a5", "i5"]), "your reply");
});

test("on one's own turn the first move is made by hand", () => {
  const game = { ...GAME, line: ["a1"] };
  assert.equal(description(game, ["a1", "i9"], answered).words, "yours to play by hand");
  assert.equal(description(game, ["a1", "i9", "a5", "i5"], leaf).words, "your reply");
});

test("in a game that has ended no place is alive", () => {
  assert.equal(isAlive({ ...GAME, isRunning: false }, ["a1", "i9"]), false);
});
