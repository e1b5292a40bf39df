// The rules, on all vectors and on games that test_rules.py played at random in Python. It names
// both files: `VECTORS`, and `TOLD` with what games.rules says at every move.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isOver } from "../../../sumendi_site/static/js/rules/legality.js";
import { parse, write } from "../../../sumendi_site/static/js/rules/notation.js";
import {
  cellsOf, countMoves, movesOf, placementsOf, play, refusalsOf, start, targetsOf,
} from "../../../sumendi_site/static/js/rules/position.js";
import { scoreOf } from "../../../sumendi_site/static/js/rules/score.js";

const vectors = readFileSync(process.env.VECTORS, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const { games, bad } = JSON.parse(readFileSync(process.env.TOLD, "utf8"));

function of(kind) {
  const cases = vectors.filter((vector) => vector.kind === kind);
  assert.ok(cases.length > 30);
  return cases;
}

function replay({ size, moves }) {
  return moves.reduce(play, start(size));
}

function hashed(texts) {
  return createHash("sha256").update([...texts].sort().join("\n")).digest("hex");
}

function rows({ levels }) {
  return levels.map(({ height, black, white }) => [height, black.volcanoes, black.lava, white.volcanoes, white.lava]);
}

function told(score) {
  return [rows(score), score.common, score.decided, score.result];
}

test("there are 300 vectors", () => assert.equal(vectors.length, 300));

test("a position has the cells, placements and moves of its vector", () => {
  for (const vector of of("position")) {
    const position = replay(vector);
    assert.equal(position.turn, vector.to_move);
    assert.deepEqual(cellsOf(position), vector.cells);
    assert.deepEqual(placementsOf(position), vector.placements);
    assert.equal(countMoves(position), vector.count);
    assert.equal(hashed(movesOf(position)), vector.sha256, vector.id);
  }
});

test("an illegal move is refused with the reason of its vector", () => {
  for (const vector of of("illegal")) {
    const { bad, reason } = vector;
    assert.throws(() => play(replay(vector), bad), { reason }, vector.id);
  }
});

test("an illegal move is refused in the words of Python", () => {
  assert.equal(bad.moves.length, of("illegal").length);
  for (const { position, bad: text, sentence } of bad.moves) {
    assert.throws(() => play(parse(position), text), { message: sentence });
  }
});

test("a finished game has the score of its vector", () => {
  for (const vector of of("final")) {
    const position = replay(vector);
    const { levels, common, decided, result } = vector;
    assert.ok(isOver(position));
    assert.deepEqual(told(scoreOf(position)), [levels, common, decided, result]);
  }
});

test("random games are the same move by move", () => {
  assert.equal(games.length, 200);
  for (const { size, moves } of games) {
    let position = start(size);
    for (const { placements, targets, move, after, over, score } of moves) {
      assert.equal(placementsOf(position).join(" "), placements);
      assert.equal(JSON.stringify(targetsOf(position, move.split(":")[0])), JSON.stringify(targets));
      position = play(position, move);
      assert.equal(write(position), after);
      assert.equal(isOver(position), over);
      if (score !== null) assert.deepEqual(told(scoreOf(position)), score);
    }
    assert.equal(write(parse(write(position))), write(position));
  }
});

test("a cell is refused exactly where no volcano can be placed", () => {
  for (const vector of of("position")) {
    const position = replay(vector);
    const refused = Object.keys(refusalsOf(position)).length;
    assert.equal(refused + vector.placements.length, position.board.names.length);
  }
});

test("a bad text of a position is refused in the words of Python", () => {
  assert.ok(bad.positions.length > 4);
  for (const { text, sentence } of bad.positions) assert.throws(() => parse(text), { message: sentence });
});
