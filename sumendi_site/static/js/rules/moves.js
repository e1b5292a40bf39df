// A move and its text: { placement, spills }, where spills lists [source, target] in board order.
// As games/rules/moves.py.

import { RulesError } from "./errors.js";

/** What the second player can say at ply 2 (the pie rule). */
export const SIDE_CHOICES = ["swap", "keep"];
export const SIDE_CHOICE_PLY = 2;
const LONGEST = 100;
const MOVE = /^[a-z][1-9]\d?(:[a-z][1-9]\d?-[a-z][1-9]\d?(,[a-z][1-9]\d?-[a-z][1-9]\d?)*)?$/;

/** The number that a record gives a ply, as games/rules/plies.py; null for the choice of side. */
export function numberOf(ply) {
  if (ply === SIDE_CHOICE_PLY) return null;
  return ply < SIDE_CHOICE_PLY ? ply : ply - 1;
}

/** `move 12`, or `the choice of side`. */
export function inWords(ply) {
  return ply === SIDE_CHOICE_PLY ? "the choice of side" : `move ${numberOf(ply)}`;
}

/** Board order of the names of cells: by row letter, then by number. */
export function byBoardOrder(a, b) {
  return a[0] === b[0] ? Number(a.slice(1)) - Number(b.slice(1)) : a < b ? -1 : 1;
}

/** Read `d4` or `d4:c3-c2,e5-e7`, the spills in any order. Throws RulesError. */
export function readMove(text) {
  if (text.length > LONGEST) throw new RulesError("syntax", `A move has at most ${LONGEST} characters.`);
  if (!MOVE.test(text)) {
    const help = "Write the cell, then its spills: d4 or d4:c3-c2,e5-e7.";
    throw new RulesError("syntax", `'${text}' is not written like a move. ${help}`);
  }
  const [placement, rest] = text.split(":");
  const spills = rest ? rest.split(",").map((spill) => spill.split("-")) : [];
  return { placement, spills: spills.sort(bySource) };
}

/** The canonical text of a move. */
export function writeMove({ placement, spills }) {
  const parts = [...spills].sort(bySource).map(([source, target]) => `${source}-${target}`);
  return parts.length === 0 ? placement : `${placement}:${parts.join(",")}`;
}

function bySource([source, target], [otherSource, otherTarget]) {
  return byBoardOrder(source, otherSource) || byBoardOrder(target, otherTarget);
}
