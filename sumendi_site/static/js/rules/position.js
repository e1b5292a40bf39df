// A position, and everything that can be asked of it. As games/rules/position.py.
//
// A position is { board, turn, pieces } and never changed: turn is "black" or "white", and
// pieces[i] says what stands on cell i (pieces.js). Heights are derived. Lists of cells are sorted
// as plain strings; sources and moves come in board order.

import { getBoard } from "./board.js";
import { checkMove, checkPlacement, legalCells } from "./legality.js";
import { readMove, writeMove } from "./moves.js";
import { heightAt, isVolcano } from "./pieces.js";
import { choices, countChoices } from "./spills.js";

/** The empty board, Black to move. */
export function start(size) {
  const board = getBoard(size);
  return { board, turn: "black", pieces: new Array(board.names.length).fill("") };
}

/** The occupied cells, with colour letter and height, or L for lava: { e5: "b3", c4: "wL" }. */
export function cellsOf(position) {
  const found = {};
  position.pieces.forEach((piece, cell) => {
    if (!piece) return;
    const height = isVolcano(piece) ? heightAt(position, cell) : "L";
    found[position.board.names[cell]] = `${piece.toLowerCase()}${height}`;
  });
  return found;
}

/** The cells on which the side to move can place a volcano. */
export function placementsOf(position) {
  return legalCells(position).map((cell) => position.board.names[cell]).sort();
}

/** The height of a new volcano on that cell. */
export function heightIfPlaced(position, placement) {
  return heightAt(position, position.board.index.get(placement));
}

/**
 * The volcanoes that a placement makes spill, each with the cells it can reach. A choice of one
 * target for each is legal if all of them differ. Throws RulesError for an illegal placement.
 */
export function targetsOf(position, placement) {
  const names = (cells) => cells.map((cell) => position.board.names[cell]);
  const reaches = [...checkPlacement(position, placement)];
  return Object.fromEntries(
    reaches.map(([source, cells]) => [position.board.names[source], names(cells).sort()]),
  );
}

/** Why each cell on which no volcano can stand is refused, as a sentence by its name. */
export function refusalsOf(position) {
  const refused = {};
  for (const name of position.board.names) {
    try {
      checkPlacement(position, name);
    } catch (error) {
      refused[name] = error.message;
    }
  }
  return refused;
}

/** The number of full moves, none of which is looked at. */
export function countMoves(position) {
  return placementsOf(position).reduce(
    (total, placement) => total + countChoices([...checkPlacement(position, placement).values()]),
    0,
  );
}

/** The texts of all full moves, in board order of their placements and targets. */
export function* movesOf(position) {
  const { names } = position.board;
  for (const placement of legalCells(position).map((cell) => names[cell])) {
    const reaches = checkPlacement(position, placement);
    const sources = [...reaches.keys()].map((cell) => names[cell]);
    for (const targets of choices([...reaches.values()])) {
      yield writeMove({ placement, spills: sources.map((source, i) => [source, names[targets[i]]]) });
    }
  }
}

/** The canonical text of a legal move. Throws RulesError. */
export function checked(position, text) {
  const move = readMove(text);
  checkMove(position, move);
  return writeMove(move);
}

/** The position after a move, which is always checked. Throws RulesError. */
export function play(position, text) {
  const { placement, spills } = readMove(text);
  checkMove(position, { placement, spills });
  const { board, turn } = position;
  const pieces = [...position.pieces];
  const at = (name) => board.index.get(name);
  for (const [source, target] of spills) pieces[at(target)] = pieces[at(source)].toLowerCase();
  pieces[at(placement)] = turn[0].toUpperCase();
  return { board, turn: turn === "black" ? "white" : "black", pieces };
}
