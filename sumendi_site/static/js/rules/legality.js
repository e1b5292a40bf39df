// Is this move legal, and if not, why? As games/rules/legality.py.

import { distance } from "./board.js";
import { REASONS, RulesError } from "./errors.js";
import { heightAt, isVolcano, sideOf } from "./pieces.js";
import { hasChoice, reach } from "./spills.js";

/** Where a position keeps what was worked out about it. */
const JUDGEMENTS = Symbol("judgements");

/**
 * The volcanoes that a legal placement makes spill, as a map from each to the cells it can reach,
 * in board order. Throws RulesError for an illegal placement.
 */
export function checkPlacement(position, name) {
  const cell = cellOnBoard(position, name);
  const judgement = judgementsOf(position)[cell];
  if (judgement instanceof Map) return judgement;
  if (isOver(position)) throw new RulesError("over", "The game is over: no placement is left.");
  throw new RulesError(judgement, refusal(position, cell, judgement));
}

/** Throws RulesError, with the first reason that applies, unless the move is legal. */
export function checkMove(position, { placement, spills }) {
  for (const name of [placement, ...spills.flat()]) cellOnBoard(position, name);
  const reaches = checkPlacement(position, placement);
  checkSources(position, placement, reaches, spills);
  checkTargets(position, placement, reaches, spills);
}

/** The cells on which the side to move can place a volcano, by their numbers. */
export function legalCells(position) {
  const judgements = judgementsOf(position);
  return [...judgements.keys()].filter((cell) => judgements[cell] instanceof Map);
}

/** Whether no placement is left. Both sides run out of placements together. */
export function isOver(position) {
  return !judgementsOf(position).some((judgement) => judgement instanceof Map);
}

/**
 * For each cell what a volcano there would make spill, as `checkPlacement` tells it, or the reason
 * why none can stand there. Worked out once for a position.
 */
function judgementsOf(position) {
  position[JUDGEMENTS] ??= judgeAll(position);
  return position[JUDGEMENTS];
}

function judgeAll(position) {
  const open = openFrom(position);
  return position.pieces.map((piece, cell) => {
    if (piece) return "occupied";
    if (heightAt(position, cell) === 0) return "height0";
    const reaches = reachesAround(position.board, cell, open);
    return hasChoice([...reaches.values()]) ? reaches : "nospill";
  });
}

/** The cells that each volcano can reach now, by its cell; in board order. */
function openFrom({ board, pieces }) {
  const isTaken = (cell) => pieces[cell] !== "";
  const open = new Map();
  pieces.forEach((piece, cell) => {
    if (isVolcano(piece)) open.set(cell, reach(board, cell, heightAt({ board, pieces }, cell), isTaken));
  });
  return open;
}

/** A new volcano hides one direction from each neighbour, and changes nothing else of its reach. */
function reachesAround(board, cell, open) {
  const reaches = new Map();
  for (const source of board.neighbours[cell]) {
    if (!open.has(source)) continue;
    const hidden = board.rays[source].find(([first]) => first === cell);
    reaches.set(source, open.get(source).filter((other) => !hidden.includes(other)));
  }
  return reaches;
}

/** Why no volcano can stand on a cell, as a sentence. */
function refusal(position, cell, reason) {
  const { board, pieces } = position;
  const name = board.names[cell];
  if (reason === "occupied") return `${name} is taken: it holds ${inWords(pieces[cell])}.`;
  if (reason === "height0") {
    return `A volcano on ${name} would have height 0: there is a volcano on every side of it.`;
  }
  return noSpill(board, name, reachesAround(board, cell, openFrom(position)));
}

function cellOnBoard({ board }, name) {
  const cell = board.index.get(name);
  if (cell !== undefined) return cell;
  throw new RulesError("offboard", `'${name}' is not a cell of a board of side ${board.size}.`);
}

function checkSources({ board }, placement, reaches, spills) {
  const named = new Set();
  for (const [source] of spills) {
    if (!reaches.has(board.index.get(source))) {
      const why = `it holds no volcano next to ${placement}`;
      throw new RulesError("extra", `${source} does not spill: ${why}.`);
    }
    if (named.has(source)) throw new RulesError("extra", `${source} spills only once in a turn.`);
    named.add(source);
  }
  const owing = [...reaches.keys()].map((cell) => board.names[cell]).filter((name) => !named.has(name));
  if (owing.length > 0) throw new RulesError("missing", `${list(owing)} must spill too, next to ${placement}.`);
}

function checkTargets(position, placement, reaches, spills) {
  const { index } = position.board;
  const faults = spills
    .filter(([source, target]) => !reaches.get(index.get(source)).includes(index.get(target)))
    .map((spill) => targetFault(position, placement, spill));
  const severity = ({ reason }) => REASONS.indexOf(reason);
  if (faults.length > 0) throw faults.reduce((worst, next) => (severity(next) < severity(worst) ? next : worst));
  const taken = new Map();
  for (const [source, target] of spills) {
    if (taken.has(target)) {
      const both = `${taken.get(target)} and ${source} both spill on ${target}`;
      throw new RulesError("sametarget", `${both}: every target takes one piece.`);
    }
    taken.set(target, source);
  }
}

function targetFault(position, placement, [source, target]) {
  const { board, pieces } = position;
  const [from, to] = [board.index.get(source), board.index.get(target)];
  const steps = distance(board, from, to);
  const height = heightAt(position, from);
  if (steps === null) return new RulesError("notline", `${target} is on no straight line from ${source}.`);
  if (steps > height) {
    const why = `whose height is ${height}: it spills no farther than that`;
    return new RulesError("toofar", `${target} is ${steps} cells from ${source}, ${why}.`);
  }
  if (pieces[to] !== "" || target === placement) {
    return new RulesError("blocked", `${source} cannot spill on ${target}: it is taken.`);
  }
  return new RulesError("blocked", `The way from ${source} to ${target} is blocked.`);
}

function noSpill(board, name, reaches) {
  const no = `No volcano can stand on ${name}`;
  const names = (cells) => list(cells.map((cell) => board.names[cell]));
  const stuck = [...reaches.keys()].filter((source) => reaches.get(source).length === 0);
  if (stuck.length > 0) return `${no}: ${names(stuck)} would have no cell to spill on.`;
  return `${no}: ${names([...reaches.keys()])} have too few cells between them to spill on.`;
}

function inWords(piece) {
  return isVolcano(piece) ? `a ${sideOf(piece)} volcano` : `${sideOf(piece)} lava`;
}

function list(names) {
  const most = names.slice(0, -1).join(", ");
  return most ? `${most} and ${names.at(-1)}` : names.at(-1);
}
