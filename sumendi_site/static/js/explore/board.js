// The explore board: a position on which moves can be tried, and the tree of variations beside it.
// Nothing that happens here plays a move.
//
// The page includes templates/games/explore_board.html once, and this module brings it to life:
//
//     const board = openBoard(
//       { start, pliesBefore, tree, line, path, readOnly },
//       { onChange, refuse, describe },
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
//
// The answer is { tree(), path(), show(path), replace(tree), extend(line) }.

import { readBoard } from "../game/board.js";
import { takeMove } from "../game/entry.js";
import { isOver } from "../rules/legality.js";
import { SIDE_CHOICES } from "../rules/moves.js";
import { parse } from "../rules/notation.js";
import { cellsOf, checked, heightIfPlaced, placementsOf, refusalsOf, targetsOf } from "../rules/position.js";
import { drawList, plyInWords } from "./list.js";
import { drawPosition } from "./picture.js";
import { showStanding, showWords } from "./standing.js";
import * as trees from "./tree.js";

const CHOOSE = "First the second player takes a side: choose Swap or Keep.";
const NOTHING = { options: {}, refused: {}, heights: {}, pieces: {} };

export function openBoard(data, { onChange = () => {}, refuse = () => null, describe = () => null } = {}) {
  const byId = (id) => document.getElementById(id);
  const board = readBoard(byId("board"));
  const start = parse(data.start);
  const page = { ...NOTHING };
  let line = data.line ?? [];
  let children = trees.graft(data.tree.children, line);
  let path = trees.nearest(children, data.path ?? line);
  let removed = null; // What was there before something was deleted: { children, path }.

  const entry = data.readOnly ? null : takeMove(page, board, announce, entered);

  function position() {
    return path.reduce(trees.playPly, start);
  }

  function stored() {
    return { start: data.start, children: trees.prune(children, line) };
  }

  /** Put the position at `path` on the board, and everything beside it. */
  function draw() {
    const shown = position();
    drawPosition(board, shown, path.findLast((text) => !SIDE_CHOICES.includes(text)) ?? null);
    Object.assign(page, told(shown, trees.isSideChoice(data.pliesBefore, path)));
    byId("side-choice").hidden = data.readOnly || !trees.isSideChoice(data.pliesBefore, path);
    entry?.begin();
    if (!entry) byId("hint").textContent = page.status;
    showStanding(shown);
    showWords(shown);
    showComment();
    drawTree();
  }

  function drawTree() {
    const look = { children, path, line, pliesBefore: data.pliesBefore, describe };
    drawList(byId("variations"), look, show);
    byId("no-variations").hidden = children.length > 0;
    const onward = trees.after(children, path);
    for (const [id, isThere] of [
      ["step-first", path.length > 0],
      ["step-back", path.length > 0],
      ["step-on", onward.length > 0],
      ["step-newest", onward.length > 0],
    ]) byId(id).disabled = !isThere;
    const isOwn = path.length > 0 && !trees.isPlayed(path, line);
    byId("delete").disabled = !isOwn;
    byId("promote").disabled = !isOwn || isFirstOfAll();
    byId("undelete").hidden = removed === null;
  }

  /** Whether no variation at this ply comes before the one that is shown, but what was played. */
  function isFirstOfAll() {
    const siblings = trees.after(children, path.slice(0, -1));
    const before = siblings.slice(0, siblings.findIndex(({ text }) => text === path.at(-1)));
    return before.every(({ text }) => trees.isPlayed([...path.slice(0, -1), text], line));
  }

  function showComment() {
    const comment = trees.find(children, path)?.comment ?? "";
    byId("comment").value = comment;
    byId("comment").disabled = path.length === 0;
    byId("comment-panel").hidden = Boolean(data.readOnly);
  }

  function show(to) {
    const list = byId("variations");
    const hadFocus = list.contains(document.activeElement);
    path = to;
    draw();
    if (hadFocus) list.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    announce(path.length === 0 ? `The start. ${page.status}` : `${plyInWords(data, path)}. ${page.status}`);
  }

  function entered(look, problem, tapped) {
    if (tapped && look.complete && problem === null) play(look.text);
  }

  /** Try a ply: go where it leads, and add it to the tree if it is new. */
  function play(text) {
    const ply = SIDE_CHOICES.includes(text) ? text : checked(position(), text);
    const isNew = !trees.after(children, path).some((node) => node.text === ply);
    const problem = isNew ? (refuse(path, ply) ?? tooMuch(ply)) : null;
    if (problem !== null) {
      entry.clear();
      byId("hint").textContent = problem;
      return;
    }
    if (isNew) change(trees.add(children, path, ply));
    show([...path, ply]);
  }

  function tooMuch(ply) {
    if (trees.count(stored().children) >= trees.MAX_NODES) return "There is room for 1,000 moves here, and they are all taken.";
    const larger = { start: data.start, children: trees.prune(trees.add(children, path, ply), line) };
    return trees.bytes(larger) > trees.MAX_BYTES ? "There is no room for more here: shorten the comments." : null;
  }

  function change(to) {
    removed = null;
    children = to;
    onChange(stored());
  }

  function deleteVariation() {
    const before = { children, path };
    const text = path.at(-1);
    change(trees.remove(children, path));
    removed = before;
    show(path.slice(0, -1));
    announce(`${text} and what follows was deleted.`);
    byId("undelete").focus();
  }

  function undelete() {
    const before = removed;
    change(before.children);
    show(before.path);
  }

  function promote() {
    change(trees.graft(trees.promote(children, path), line));
    draw();
    announce(`${path.at(-1)} is the main variation here.`);
  }

  function comment() {
    const text = byId("comment").value;
    change(trees.say(children, path, text));
    drawTree();
  }

  function stepTo(key) {
    const siblings = trees.after(children, path.slice(0, -1));
    const at = siblings.findIndex(({ text }) => text === path.at(-1));
    const [onward] = trees.after(children, path);
    const beside = (by) => siblings[at + by] && [...path.slice(0, -1), siblings[at + by].text];
    const to = {
      ArrowLeft: path.length > 0 && path.slice(0, -1),
      ArrowRight: onward && [...path, onward.text],
      ArrowUp: path.length > 0 && beside(-1),
      ArrowDown: path.length > 0 && beside(1),
      Home: path.length > 0 && [],
      End: onward && trees.endOf(children, path),
    }[key];
    if (to) show(to);
    return to !== undefined;
  }

  function pressed(event) {
    if (event.key === "Escape") entry?.clear();
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const inList = event.target.closest("#variations");
    if (!inList && event.target.closest("input, textarea, select, [role=application], details")) return;
    // Up, down, Home and End scroll the page, but where the list has the focus.
    if (!inList && !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    if (event.key === "Delete" && !byId("delete").disabled && !data.readOnly) deleteVariation();
    else if (!stepTo(event.key)) return;
    event.preventDefault();
  }

  for (const [id, key] of [["step-first", "Home"], ["step-back", "ArrowLeft"], ["step-on", "ArrowRight"], ["step-newest", "End"]]) {
    byId(id).addEventListener("click", () => stepTo(key));
  }
  document.addEventListener("keydown", pressed);
  if (!data.readOnly) {
    byId("delete").addEventListener("click", deleteVariation);
    byId("undelete").addEventListener("click", undelete);
    byId("promote").addEventListener("click", promote);
    byId("comment").addEventListener("input", comment);
    byId("side-choice").addEventListener("click", (event) => event.target.closest("button") && play(event.target.closest("button").value));
    byId("entry").addEventListener("submit", (event) => {
      event.preventDefault();
      if (!byId("play").disabled) play(entry.text());
    });
  }
  byId("entry").hidden = byId("tools").hidden = Boolean(data.readOnly);
  draw();

  return {
    tree: stored,
    path: () => path,
    show,
    /** Put another tree in place of this one, and stay as near to the ply shown as it allows. */
    replace(tree) {
      removed = null;
      children = trees.graft(tree.children, line);
      path = trees.nearest(children, path);
      draw();
    },
    /** The game went on: these are now the plies played. The position shown stays. */
    extend(plies) {
      line = plies;
      children = trees.graft(children, line);
      drawTree();
    },
  };
}

/** What entry.js must know of a position. */
function told(position, isSideChoice) {
  const side = position.turn;
  if (isSideChoice) {
    const refused = Object.fromEntries(position.board.names.map((name) => [name, CHOOSE]));
    return { ...NOTHING, refused, pieces: cellsOf(position), side, status: CHOOSE };
  }
  const placements = placementsOf(position);
  const of = (tell) => Object.fromEntries(placements.map((name) => [name, tell(position, name)]));
  return {
    options: of(targetsOf),
    heights: of(heightIfPlaced),
    refused: refusalsOf(position),
    pieces: cellsOf(position),
    side,
    status: isOver(position) ? "No placement is left here: the game would be over." : `${side === "black" ? "Black" : "White"} to move.`,
  };
}

function announce(text) {
  document.getElementById("announcer").textContent = text;
}
