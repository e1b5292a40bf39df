// The turn that is being entered. Run by tests/js/test_scripts.py, which works out `TURNS`: turns
// in the positions of the rules' vectors, with what games.rules makes of each.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { EMPTY, candidates, read, tap, undo, view, withoutSpill } from "../../sumendi_site/static/js/game/turn.js";

const turns = JSON.parse(readFileSync(process.env.TURNS, "utf8"));

// Placing on d4 makes c3 and e5 spill; both reach d6. Placing on b2 makes a1 spill, on a2 alone.
const options = {
  b2: { a1: ["a2"] },
  d4: { c3: ["c2", "d6"], e5: ["d6", "e10", "e9"] },
  e4: { c3: ["c2", "d6"], e5: ["d6"] },
  f6: {},
};

function tapAll(...cells) {
  return cells.reduce((turn, cell) => tap(options, turn, cell).turn, EMPTY);
}

test("what is owed, forced and complete is what the rules say", () => {
  assert.ok(turns.length > 500);
  for (const { options, placement, chosen, owing, forced, text } of turns) {
    const look = view(options, { ...EMPTY, placement, spills: Object.entries(chosen) });
    assert.deepEqual({ owing: look.owing, forced: look.forced }, { owing, forced });
    assert.equal(look.complete ? look.text : null, text);
  }
});

test("a complete turn, read back from its text, is the same turn", () => {
  for (const { options, text } of turns.filter(({ text }) => text !== null)) {
    const { turn, problem } = read(options, text);
    assert.equal(problem, null);
    assert.equal(view(options, turn).text, text);
  }
});

test("nothing is entered at first", () => {
  assert.deepEqual(view(options, EMPTY), {
    placement: null, chosen: {}, forced: {}, owing: {}, complete: false, text: "",
  });
});

test("a placement without neighbours is a whole move", () => {
  const look = view(options, tapAll("f6"));
  assert.equal(look.complete, true);
  assert.equal(look.text, "f6");
});

test("an illegal placement changes nothing and says so", () => {
  assert.deepEqual(tap(options, EMPTY, "a9"), { turn: EMPTY, note: "illegal" });
});

test("a spill with one target fills itself", () => {
  assert.equal(view(options, tapAll("b2")).text, "b2:a1-a2");
});

test("a forced target is taken away from the other volcanoes", () => {
  const look = view(options, tapAll("e4"));
  assert.deepEqual(look.forced, { c3: "c2", e5: "d6" });
});

test("a target that one volcano reaches is its spill", () => {
  assert.deepEqual(tapAll("d4", "e9").spills, [["e5", "e9"]]);
});

test("a target that two volcanoes reach waits for the next tap", () => {
  const turn = tapAll("d4", "d6");
  assert.deepEqual(turn.spills, []);
  assert.deepEqual(candidates(options, turn), ["c3", "e5"]);
  assert.deepEqual(tap(options, turn, "e5").turn.spills, [["e5", "d6"]]);
});

test("a volcano that was tapped first takes the target", () => {
  assert.deepEqual(tapAll("d4", "e5", "d6").spills, [["e5", "d6"]]);
});

test("a target that is taken is no target any more", () => {
  assert.deepEqual(view(options, tapAll("d4", "e5", "d6")).forced, { c3: "c2" });
});

test("the text has its sources in board order, whatever the order of the taps", () => {
  assert.equal(view(options, tapAll("d4", "e9", "d6")).text, "d4:c3-d6,e5-e9");
});

test("an unfinished text ends with dots", () => {
  assert.equal(view(options, tapAll("d4", "e9")).text, "d4:e5-e9,…");
});

test("a tap on lava that was just spilled takes it back", () => {
  assert.deepEqual(tapAll("d4", "e9", "e9").spills, []);
});

test("a tap on the new volcano takes everything back", () => {
  assert.deepEqual(tapAll("d4", "e9", "d4"), EMPTY);
});

test("before any spill another placement can be tapped", () => {
  assert.equal(tapAll("d4", "f6").placement, "f6");
});

test("after a spill another placement is refused", () => {
  const turn = tapAll("d4", "e9");
  assert.deepEqual(tap(options, turn, "f6"), { turn, note: "no-target" });
});

test("undo goes back one step at a time", () => {
  const steps = [tapAll("d4", "e9", "c3")];
  for (let i = 0; i < 3; i += 1) steps.push(undo(steps.at(-1)));
  assert.deepEqual(steps.map(({ placement, spills, source }) => [placement, spills.length, source]), [
    ["d4", 1, "c3"], ["d4", 1, null], ["d4", 0, null], [null, 0, null],
  ]);
});

test("one spill of several can be taken back", () => {
  assert.deepEqual(withoutSpill(tapAll("d4", "e9", "d6"), "e5").spills, [["c3", "d6"]]);
});

test("no tap changes the turn it starts from", () => {
  const turn = Object.freeze({ ...tapAll("d4", "e9"), spills: Object.freeze([["e5", "e9"]]) });
  tap(options, turn, "d6");
  assert.deepEqual(turn.spills, [["e5", "e9"]]);
});

for (const [text, problem] of [
  ["a9", "There is no cell a9."],
  ["d4:f1-f2", "f1 does not spill after d4."],
  ["d4:e5-a1", "e5 cannot spill on a1."],
  ["d4:e5-e9,e5-e10", "e5 spills only once."],
  ["d4:c3-d6,e5-d6", "Two volcanoes cannot spill on d6."],
  ["e4:c3-d6", "With a spill on d6 another volcano would have no cell left."],
  ["d4:rubbish", "“rubbish” is not a spill. Write the volcano and its target: e5-e7."],
]) {
  test(`typing ${text} is answered with a reason`, () => {
    assert.equal(read(options, text).problem, problem);
  });
}

test("typing is read in any case and with spaces around", () => {
  assert.equal(view(options, read(options, " D4:E5-E9,C3-C2 ").turn).text, "d4:c3-c2,e5-e9");
});

for (const [text, unfinished] of [
  ["d", true], ["d4:", false], ["d4:e", true], ["d4:e5-", true], ["d4:e5-e1", true], ["d4:e5-e2", false], ["z", false],
]) {
  test(`${text} is ${unfinished ? "" : "not "}unfinished`, () => {
    assert.equal(read(options, text).unfinished, unfinished);
  });
}

test("names of what every object has are no placements", () => {
  assert.equal(read(options, "constructor").problem, "There is no cell constructor.");
});

test("a cell on which nothing can be placed is refused with its reason", () => {
  const refused = { b9: "b9 is taken." };
  assert.equal(read(options, "b9", refused).problem, "b9 is taken.");
  assert.equal(read(options, "b", refused).unfinished, true);
});
