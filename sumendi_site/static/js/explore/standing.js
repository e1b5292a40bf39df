// The score if the game ended now, and the board in words, as the page of a game has them.

import { cellsOf } from "../rules/position.js";
import { scoreOf } from "../rules/score.js";

/** Fill the table of the score: the compared heights, lowest first. */
export function showStanding(position) {
  const score = scoreOf(position);
  const compared = score.levels.filter(({ height }) => score.common.includes(height));
  document.querySelector("#standing tbody").replaceChildren(...compared.map((level) => scoreRow(level, score)));
  document.querySelector("#standing table").hidden = compared.length === 0;
  document.getElementById("no-standing").hidden = compared.length > 0;
}

/** Fill the table of the board, rows from the top down; empty rows are left out. */
export function showWords(position) {
  const rows = new Map();
  for (const [cell, piece] of Object.entries(cellsOf(position))) {
    rows.set(cell[0], [...(rows.get(cell[0]) ?? []), `${cell} ${inWords(piece)}`]);
  }
  const lines = [...rows].reverse().map(([letter, pieces]) => row(header(letter), cell(pieces.join(", "))));
  document.querySelector("#board-words tbody").replaceChildren(...lines);
  document.querySelector("#board-words .muted").hidden = lines.length > 0;
}

function inWords(piece) {
  const side = piece[0] === "b" ? "black" : "white";
  return piece[1] === "L" ? `${side} lava` : `${side} volcano of height ${piece[1]}`;
}

function scoreRow({ height, black, white }, { decided }) {
  const counts = decided === null || height <= decided;
  const total = (side) => `${side.volcanoes} + ${side.lava}${counts ? ` = ${side.total}` : ""}`;
  const made = row(header(height), cell(total(black), "num"), cell(total(white), "num"), cell(counts ? leader(black, white) : ""));
  if (!counts) made.className = "later";
  return made;
}

function leader(black, white) {
  if (black.total === white.total) return "tie";
  return black.total > white.total ? "Black" : "White";
}

function row(...cells) {
  const made = document.createElement("tr");
  made.append(...cells);
  return made;
}

function header(text) {
  const made = document.createElement("th");
  made.scope = "row";
  made.textContent = text;
  return made;
}

function cell(text, className = "") {
  const made = document.createElement("td");
  made.className = className;
  made.textContent = text;
  return made;
}
