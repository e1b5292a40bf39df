// Entering a move: taps, keys and typed text all change one turn, which is then drawn.

import { drawCursor, drawTurn, showOpenCells } from "./board.js";
import { isArrow, middle, step } from "./keyboard.js";
import { EMPTY, candidates, read, tap, undo, view, withoutSpill } from "./turn.js";

const KEYS =
  "Board. Arrow keys move over the cells, Enter chooses, Backspace takes back, Escape clears.";

/**
 * Make the board and the form of the page take a move; `announce` speaks to screen readers.
 *
 * `page` has { options, refused, heights, pieces, side, status } of the position on the board; when
 * these change, `begin` is called. `changed(look, problem, tapped)` hears of every change of the
 * turn, `look` being what turn.js makes of it; `tapped` is true where a cell was chosen.
 */
export function takeMove(page, board, announce, changed) {
  const form = document.getElementById("entry");
  const field = document.getElementById("move");
  const frame = document.getElementById("board");
  const state = { turn: EMPTY, problem: null, cursor: null };

  function change(turn, problem = null, tapped = false) {
    state.turn = turn;
    state.problem = problem;
    const look = view(page.options, turn);
    field.value = look.text;
    show(look, problem, tapped);
  }

  function show(look, problem, tapped = false) {
    drawTurn(board, page, state.turn, look);
    showHint(hint(page, state.turn, look, problem));
    showChips(look, (source) => change(withoutSpill(state.turn, source)));
    field.removeAttribute("aria-invalid");
    document.getElementById("clear").hidden = field.value === "";
    document.getElementById("play").disabled = !look.complete || problem !== null;
    changed(look, problem, tapped);
  }

  function typed() {
    const { turn, problem, unfinished } = read(page.options, field.value, page.refused);
    state.turn = turn;
    show(view(page.options, turn), unfinished ? "" : problem);
    field.toggleAttribute("aria-invalid", Boolean(problem) && !unfinished);
    if (problem && !unfinished) field.setAttribute("aria-invalid", "true");
  }

  function act(cell) {
    const { turn, note } = tap(page.options, state.turn, cell);
    change(turn, note && noteText(page, note, cell), note === null);
  }

  /** Take a move in the position that `page` now tells of. */
  function begin() {
    showOpenCells(board, page.options);
    change(EMPTY);
  }

  function moveCursor(name) {
    state.cursor = name;
    drawCursor(board, name);
    announce(describe(page, state.turn, name));
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key)) {
      moveCursor(state.cursor === null ? middle(board.cells) : step(board.cells, state.cursor, event.key));
    } else if (event.key === "Enter" || event.key === " ") {
      act(state.cursor ?? middle(board.cells));
    } else if (event.key === "Backspace") {
      change(undo(state.turn));
    } else {
      return;
    }
    event.preventDefault();
  }

  frame.tabIndex = 0;
  frame.setAttribute("role", "application");
  frame.setAttribute("aria-label", KEYS);
  showOpenCells(board, page.options);
  frame.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-cell]")?.dataset.cell;
    if (cell) act(cell);
  });
  frame.addEventListener("keydown", pressed);
  frame.addEventListener("blur", () => drawCursor(board, null));
  frame.addEventListener("focus", () => state.cursor && drawCursor(board, state.cursor));
  field.addEventListener("input", typed);
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    change(EMPTY);
  });
  typed();
  return { begin, clear: () => change(EMPTY), text: () => view(page.options, state.turn).text };
}

function hint(page, turn, look, problem) {
  if (problem) return [problem];
  if (look.placement === null) return [page.status];
  if (turn.target !== null) {
    const names = candidates(page.options, turn).join(" and ");
    return [`${names} can both reach ${turn.target}: tap the one that spills there.`];
  }
  if (turn.source !== null) return [`Tap a target for ${turn.source}.`];
  if (look.complete) return [`The move is complete: press ${document.getElementById("play").textContent}.`];
  const settled = Object.keys(look.chosen).length + Object.keys(look.forced).length;
  const all = settled + Object.keys(look.owing).length;
  return ["Choose where each marked volcano spills: ", strong(`${settled} of ${all}`), " done"];
}

function noteText(page, note, cell) {
  if (note === "illegal") return page.refused[cell];
  return `No marked volcano can spill on ${cell}. Tap a marked cell, or Cancel.`;
}

function describe(page, turn, name) {
  const piece = page.pieces[name];
  const colour = piece?.[0] === "b" ? "black" : "white";
  if (piece?.[1] === "L") return `${name}, ${colour} lava`;
  if (piece) return `${name}, ${colour} volcano of height ${piece[1]}`;
  if (turn.placement === name) return `${name}, your new volcano`;
  const look = view(page.options, turn);
  const sources = Object.keys(look.owing).filter((source) => look.owing[source].includes(name));
  if (sources.length > 0) return `${name}, target of ${sources.join(" and ")}`;
  if (turn.placement === null && name in page.options) {
    return `${name}, empty, height would be ${page.heights[name]}`;
  }
  return `${name}, empty`;
}

function showHint(parts) {
  document.getElementById("hint").replaceChildren(...parts);
}

function showChips(look, undoSpill) {
  const chips = [
    ...Object.entries(look.chosen).map(([source, target]) => chip(source, target, undoSpill)),
    ...Object.entries(look.forced).map(([source, target]) => forcedChip(source, target)),
  ];
  document.getElementById("chips").replaceChildren(...chips);
}

function chip(source, target, undoSpill) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.textContent = `${source} → ${target} ×`;
  button.setAttribute("aria-label", `Take back the spill from ${source} to ${target}`);
  button.addEventListener("click", () => undoSpill(source));
  return item(button);
}

function forcedChip(source, target) {
  const label = document.createElement("span");
  label.className = "chip forced";
  label.textContent = `${source} → ${target}`;
  label.title = "The only cell it can spill on";
  return item(label);
}

function item(child) {
  const made = document.createElement("li");
  made.append(child);
  return made;
}

function strong(text) {
  const made = document.createElement("strong");
  made.textContent = text;
  return made;
}
