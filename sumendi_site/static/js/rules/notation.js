// The text of a position (rules.md, "Texts"). As games/rules/notation.py.

import { getBoard, rowsOf } from "./board.js";
import { RulesError } from "./errors.js";
import { heightAt, isVolcano } from "./pieces.js";

const SIDES = { b: "black", w: "white" };
const TOKEN = /[BWbw]|[1-9]\d?(?!\d)/g;

/** The canonical text of a position. */
export function write({ board, turn, pieces }) {
  const rows = rowsOf(board).map((row) =>
    row.map((cell) => pieces[cell] || ".").join("").replace(/\.+/g, (run) => String(run.length)),
  );
  return `${rows.reverse().join("/")} ${turn[0]}`;
}

/**
 * The position of a text. Throws RulesError, which names the row at fault. It need not be one that
 * play can reach, but each of its volcanoes has a height.
 */
export function parse(text) {
  const [rows, letter] = [text.slice(0, -2), text.slice(-2)];
  const turn = letter[0] === " " && SIDES[letter[1]];
  if (!turn) throw fault("A position ends with a space and the side to move: b or w.");
  const lines = rows.split("/");
  if (![9, 11, 13].includes(lines.length)) {
    throw fault(`A position has 9, 11 or 13 rows, not ${lines.length}.`);
  }
  const board = getBoard((lines.length + 1) / 2);
  const pieces = new Array(board.names.length).fill("");
  lines.reverse();
  rowsOf(board).forEach((row, i) => readRow(board, row, lines[i], pieces));
  const position = { board, turn, pieces };
  const buried = board.names.find((_, cell) => isVolcano(pieces[cell]) && heightAt(position, cell) === 0);
  if (buried) throw fault(`The volcano on ${buried} has height 0: there is a volcano on every side of it.`);
  return position;
}

function readRow(board, row, line, pieces) {
  const name = board.names[row[0]][0];
  const tokens = line.match(TOKEN) ?? [];
  if (tokens.join("") !== line) {
    throw fault(`Row ${name}: '${line}' may hold only numbers and B, W, b, w.`);
  }
  const filled = tokens.flatMap((token) => (/\d/.test(token) ? new Array(Number(token)).fill("") : [token]));
  if (filled.length !== row.length) {
    throw fault(`Row ${name} has ${row.length} cells, but '${line}' fills ${filled.length}.`);
  }
  row.forEach((cell, i) => {
    pieces[cell] = filled[i];
  });
}

function fault(sentence) {
  return new RulesError("position", sentence);
}
