// The explore board: a position on which moves can be tried, and the tree of variations beside it.
// Nothing that happens here plays a move.
//
// The page includes templates/games/explore_board.html once, and this module brings it to life:
//
//     const board = openBoard(
//       { start, pliesBefore, tree, line, path, readOnly },
//       { onChange, refuse, describe, areEqual, onShow },
//     );
//
// start        text of the position in which the tree begins
// pliesBefore  how many plies were played before it: the side choice is asked for at ply 2 alone
// tree         { start, children: [{ text, comment, children }] }, as games/rules/tree.py reads it
// line         texts of the plies that were played in the game from there on; they are shown as the
//              first variation, cannot be deleted, and are stored only where the tree needs them
// path         texts that lead to the position shown first; by default the end of the line
// readOnly     shows the tree without changing it
//
// onChange(tree)         the reader changed the tree; given as it is stored
// refuse(path, text)     a sentence if this ply may not be added after that path, or null
// describe(path, node)   { className, words } for the list, or null; `words` are read out
// areEqual(path)         whether the list shows the plies after that path side by side, none as main
// onShow(path)           another position is on the board
//
// The answer is { tree(), path(), show(path), replace(tree), extend(line) }.

import { readBoard } from "../game/board.js";
import { takeMove } from "../game/entry.js";
import { SIDE_CHOICES } from "../rules/moves.js";
import { parse } from "../rules/notation.js";
import { checked } from "../rules/position.js";
import { choicesIn } from "./choices.js";
import { drawList, plyInWords } from "./list.js";
import { drawPosition } from "./picture.js";
import { showStanding, showWords } from "./standing.js";
import { STEPS, isInList, step, stepKey } from "./steps.js";
import * as trees from "./tree.js";

const NO_ROOM = "There is no room for more here: 1,000 moves and 64 KB are as much as there can be.";

const byId = (id) => document.getElementById(id);

export function openBoard(data, hooks = {}) {
  const { onChange = () => {}, refuse = () => null, describe = () => null } = hooks;
  const { areEqual = () => false, onShow = () => {} } = hooks;
  const board = readBoard(byId("board"));
  const start = parse(data.start);
  const page = {};
  let line = data.line ?? [];
  let children = trees.graft(data.tree.children, line);
  let path = trees.nearest(children, data.path ?? line);
  let deleted = null; // What was there before something was deleted: { children, path }.

  function position() {
    return path.reduce(trees.playPly, start);
  }

  function stored(tree = children) {
    return { start: data.start, children: trees.prune(tree, line) };
  }

  /** Put the position at `path` on the board, and everything beside it. */
  function draw() {
    const shown = position();
    const isChoice = trees.isSideChoice(data.pliesBefore, path);
    drawPosition(board, shown, path.findLast((text) => !SIDE_CHOICES.includes(text)) ?? null);
    Object.assign(page, choicesIn(shown, isChoice));
    byId("side-choice").hidden = data.readOnly || !isChoice;
    if (entry) entry.begin();
    else byId("hint").textContent = page.status;
    showStanding(shown);
    showWords(shown);
    byId("comment").value = trees.find(children, path)?.comment ?? "";
    byId("comment").disabled = path.length === 0;
    drawTree();
  }

  function drawTree() {
    const look = { children, path, line, pliesBefore: data.pliesBefore, describe, areEqual };
    drawList(byId("variations"), look, show);
    byId("no-variations").hidden = children.length > 0;
    for (const [id, key] of Object.entries(STEPS)) byId(id).disabled = step(children, path, key) === null;
    byId("delete").disabled = path.length === 0 || trees.isPlayed(path, line);
    byId("promote").disabled = byId("delete").disabled || trees.isMain(children, path, line);
    byId("undelete").hidden = deleted === null;
  }

  function show(to) {
    const hadFocus = isInList(document.activeElement);
    path = to;
    draw();
    if (hadFocus) byId("variations").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    announce(path.length === 0 ? `The start. ${page.status}` : `${plyInWords(data, path)}. ${page.status}`);
    onShow(path);
  }

  /** Try a ply: go where it leads, and add it to the tree if it is new. */
  function play(text) {
    const ply = SIDE_CHOICES.includes(text) ? text : checked(position(), text);
    const grown = trees.add(children, path, ply);
    const isNew = trees.find(children, [...path, ply]) === null;
    const problem = isNew ? (refuse(path, ply) ?? (trees.fits(stored(grown)) ? null : NO_ROOM)) : null;
    if (problem !== null) {
      entry.clear();
      byId("hint").textContent = problem;
      return;
    }
    if (isNew) change(grown);
    show([...path, ply]);
  }

  function change(to) {
    deleted = null;
    children = to;
    onChange(stored());
  }

  function deleteVariation() {
    const before = { children, path };
    change(trees.remove(children, path));
    deleted = before;
    show(path.slice(0, -1));
    announce(`${before.path.at(-1)} and what follows was deleted.`);
    byId("undelete").focus();
  }

  function undelete() {
    const before = deleted;
    change(before.children);
    show(before.path);
  }

  function promote() {
    change(trees.graft(trees.promote(children, path), line));
    drawTree();
    announce(`${path.at(-1)} is the main variation here.`);
  }

  function comment() {
    const said = trees.say(children, path, byId("comment").value);
    if (!trees.fits(stored(said))) {
      byId("comment").value = trees.find(children, path).comment;
      byId("hint").textContent = NO_ROOM;
      return;
    }
    change(said);
    drawTree();
  }

  function stepTo(key) {
    const to = step(children, path, key);
    if (to) show(to);
  }

  function pressed(event) {
    if (event.key === "Escape") entry?.clear();
    const key = stepKey(event);
    if (key === "Delete" && (data.readOnly || byId("delete").disabled)) return;
    if (key === null) return;
    event.preventDefault();
    if (key === "Delete") deleteVariation();
    else stepTo(key);
  }

  function listen() {
    byId("delete").addEventListener("click", deleteVariation);
    byId("undelete").addEventListener("click", undelete);
    byId("promote").addEventListener("click", promote);
    byId("comment").addEventListener("input", comment);
    for (const choice of byId("side-choice").children) choice.addEventListener("click", () => play(choice.value));
    byId("entry").addEventListener("submit", (event) => {
      event.preventDefault();
      if (!byId("play").disabled) play(entry.text());
    });
    // A click on the board leaves the arrow keys to the list; who comes by Tab moves the cursor.
    byId("board").addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement !== byId("board")) document.activeElement.blur();
    });
  }

  const entered = (look, problem, tapped) => tapped && look.complete && problem === null && play(look.text);
  Object.assign(page, choicesIn(position(), false));
  const entry = data.readOnly ? null : takeMove(page, board, announce, entered);
  for (const [id, key] of Object.entries(STEPS)) byId(id).addEventListener("click", () => stepTo(key));
  for (const id of ["move", "play", "tools", "comment-panel"]) byId(id).hidden = Boolean(data.readOnly);
  document.addEventListener("keydown", pressed);
  if (entry) listen();
  draw();

  return {
    tree: () => stored(),
    path: () => path,
    show,
    /** Put another tree in place of this one, and stay as near to the ply shown as it allows. */
    replace(tree) {
      deleted = null;
      children = trees.graft(tree.children, line);
      path = trees.nearest(children, path);
      draw();
    },
    /**
     * The game went on, or back: these are now the plies played. The position shown stays, or the
     * nearest to it that is left.
     */
    extend(plies) {
      children = trees.graft(trees.prune(children, line), plies);
      line = plies;
      const near = trees.nearest(children, path);
      if (near.length < path.length) show(near);
      else drawTree();
    },
  };
}

function announce(text) {
  byId("announcer").textContent = text;
}
