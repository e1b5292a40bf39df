// The tree of variations, as plain values.

import assert from "node:assert/strict";
import { test } from "node:test";

import { step, stepKey } from "../../sumendi_site/static/js/explore/steps.js";
import {
  MAX_NODES, add, bytes, chain, count, endOf, fits, graft, isMain, isPlayed, isSideChoice, merge,
  nearest, playPly, promote, prune, remove, say,
} from "../../sumendi_site/static/js/explore/tree.js";
import { start } from "../../sumendi_site/static/js/rules/position.js";

const node = (text, children = [], comment = "") => ({ text, comment, children });
const LINE = ["e5", "keep", "a1"];
const OPENING = [node("e5", [node("swap"), node("keep", [node("b1")], "hm")]), node("c3")];

test("a ply is added after its path, and once", () => {
  const grown = add(OPENING, ["e5", "swap"], "a1");
  assert.deepEqual(grown[0].children[0], node("swap", [node("a1")]));
  assert.deepEqual(add(grown, ["e5", "swap"], "a1"), grown);
});

test("nothing changes the tree it starts from", () => {
  const before = structuredClone(OPENING);
  say(promote(remove(add(OPENING, [], "a2"), ["e5", "swap"]), ["c3"]), ["c3"], "said");
  assert.deepEqual(OPENING, before);
});

test("with a variation goes all that follows", () => {
  assert.deepEqual(remove(OPENING, ["e5"]), [node("c3")]);
});

test("a promoted variation is the first of its siblings", () => {
  assert.deepEqual(promote(OPENING, ["c3"]).map(({ text }) => text), ["c3", "e5"]);
});

test("what was played in the game comes first at every ply", () => {
  const grown = graft(OPENING, LINE);
  assert.deepEqual(endOf(grown, []), LINE);
  assert.equal(count(grown), count(OPENING) + 1);
});

test("of what was played only the way to variations is stored", () => {
  assert.deepEqual(prune(graft([], LINE), LINE), []);
  assert.deepEqual(prune(graft(OPENING, LINE), LINE), [
    node("e5", [node("keep", [node("b1")], "hm"), node("swap")]), node("c3"),
  ]);
});

test("a ply that was played is stored for its comment", () => {
  assert.deepEqual(prune(say(graft([], LINE), ["e5"], "good"), LINE), [node("e5", [], "good")]);
});

test("a tree that is stored and shown again is the same", () => {
  const grown = say(add(graft(OPENING, LINE), LINE, "d4"), ["e5", "keep"], "good");
  assert.deepEqual(graft(prune(grown, LINE), LINE), grown);
});

test("of two tabs that saved, both variations and both comments are kept", () => {
  const mine = [node("e5", [node("swap")], "mine"), node("a1")];
  const theirs = [node("e5", [node("keep")], "theirs"), node("b1", [], "new")];
  assert.deepEqual(merge(mine, theirs), [
    node("e5", [node("swap"), node("keep")], "theirs\n\nmine"), node("a1"), node("b1", [], "new"),
  ]);
});

test("joining a tree with itself, or with what it grew from, changes nothing", () => {
  const grown = say(add(OPENING, ["c3"], "keep"), ["e5", "keep"], "hm, yes");
  assert.deepEqual(merge(OPENING, OPENING), OPENING);
  assert.deepEqual(merge(grown, OPENING), grown);
});

test("a path can be shown that is in no tree yet", () => {
  assert.deepEqual(merge(OPENING, chain(["e5", "keep", "b2"])), add(OPENING, ["e5", "keep"], "b2"));
  assert.deepEqual(merge(OPENING, chain(["e5", "keep"])), OPENING);
});

test("where a path was deleted the nearest ply is shown", () => {
  assert.deepEqual(nearest(OPENING, ["e5", "swap", "a1"]), ["e5", "swap"]);
  assert.deepEqual(nearest(OPENING, ["a1"]), []);
});

test("only the way of the game is played", () => {
  assert.ok(isPlayed(["e5", "keep"], LINE));
  assert.ok(!isPlayed(["e5", "swap"], LINE));
  assert.ok(!isPlayed([...LINE, "d4"], LINE));
});

test("a variation is the main one where only what was played comes before it", () => {
  const grown = graft(OPENING, LINE);
  assert.ok(isMain(grown, ["e5", "keep", "b1"], LINE));
  assert.ok(isMain(grown, ["c3"], LINE));
  assert.ok(!isMain(OPENING, ["c3"], []));
});

test("the side choice is ply 2 of the game", () => {
  assert.ok(isSideChoice(0, ["e5"]));
  assert.ok(isSideChoice(1, []));
  assert.ok(!isSideChoice(2, ["e5"]));
  assert.equal(playPly(start(5), "swap").turn, "black");
});

test("a tree is no larger than the site takes", () => {
  const leaves = (length) => Array.from({ length }, (_, i) => node(`a${i}`));
  assert.ok(fits({ start: "", children: leaves(MAX_NODES) }));
  assert.ok(!fits({ start: "", children: leaves(MAX_NODES + 1) }));
  assert.equal(bytes({ text: "é" }), 13);
});

for (const [key, from, to] of [
  ["ArrowLeft", ["e5", "keep"], ["e5"]],
  ["ArrowLeft", [], null],
  ["ArrowRight", ["e5"], ["e5", "swap"]],
  ["ArrowRight", ["c3"], null],
  ["ArrowDown", ["e5", "swap"], ["e5", "keep"]],
  ["ArrowUp", ["e5", "swap"], null],
  ["Home", ["e5", "keep"], []],
  ["End", [], ["e5", "swap"]],
  ["End", ["c3"], null],
]) {
  test(`${key} leads from ${from.join(" ") || "the start"} to ${to?.join(" ") ?? "nowhere"}`, () => {
    assert.deepEqual(step(OPENING, from, key), to);
  });
}

for (const [where, key, meant] of [
  ["#variations", "Delete", "Delete"],
  ["#variations", "ArrowDown", "ArrowDown"],
  ["main", "ArrowDown", null],
  ["main", "ArrowRight", "ArrowRight"],
  ["main", "Delete", null],
  ["[role=application]", "ArrowRight", null],
  ["textarea", "ArrowLeft", null],
]) {
  test(`${key} in ${where} ${meant ? "steps" : "means something else"}`, () => {
    const target = { closest: (selector) => (selector.includes(where) ? {} : null) };
    assert.equal(stepKey({ key, target }), meant);
  });
}
