// Islands and the score (rules.md, 7 to 9). As games/rules/score.py.

import { heightAt } from "./pieces.js";

const HEIGHTS = [1, 2, 3, 4, 5, 6];

/**
 * The score if the game ended in this position: { levels, common, decided, result }. `levels` has
 * a row { height, black, white } for each height, a side's being { volcanoes, lava, total }.
 * `common` are the heights at which both sides have a volcano: only these are compared, the lowest
 * first. `decided` is the height at which the scores differ first, or null: then it is a draw.
 */
export function scoreOf(position) {
  const black = levelsOf(position, "B", "b");
  const white = levelsOf(position, "W", "w");
  const levels = HEIGHTS.map((height, i) => ({ height, black: black[i], white: white[i] }));
  const compared = levels.filter((level) => level.black.volcanoes > 0 && level.white.volcanoes > 0);
  const deciding = compared.find((level) => level.black.total !== level.white.total);
  return {
    levels,
    common: compared.map(({ height }) => height),
    decided: deciding?.height ?? null,
    result: deciding ? (deciding.black.total > deciding.white.total ? "black" : "white") : "draw",
  };
}

/** The maximal connected sets of a side's lava, each a set of cells. */
export function islandsOf({ board, pieces }, letter) {
  const left = new Set([...pieces.keys()].filter((cell) => pieces[cell] === letter));
  const found = [];
  for (const first of left) {
    const island = new Set([first]);
    for (const cell of island) {
      left.delete(cell);
      for (const near of board.neighbours[cell]) if (left.has(near)) island.add(near);
    }
    found.push(island);
  }
  return found;
}

/** For each height what a side has there: its volcanoes, and the lava of the islands beside them. */
function levelsOf(position, volcano, lava) {
  const { board, pieces } = position;
  const islands = islandsOf(position, lava);
  const volcanoes = [...pieces.keys()].filter((cell) => pieces[cell] === volcano);
  return HEIGHTS.map((height) => {
    const stacks = volcanoes.filter((cell) => heightAt(position, cell) === height);
    const near = new Set(stacks.flatMap((cell) => board.neighbours[cell]));
    const beside = islands.filter((island) => [...island].some((cell) => near.has(cell)));
    const size = beside.reduce((sum, island) => sum + island.size, 0);
    return { volcanoes: stacks.length, lava: size, total: stacks.length + size };
  });
}
