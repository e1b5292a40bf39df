// The list of variations: each line of play runs on, and what else could be played is set in. Where
// no ply comes before the others, each of them is set in with all that follows.

import { inWords, numberOf, SIDE_CHOICE_PLY } from "../rules/moves.js";
import { isPlayed } from "./tree.js";

/**
 * Draw the tree into `list`. `look` has { children, path, line, pliesBefore, describe, areEqual }:
 * the path shown on the board, what was played in the game, how many plies were before the tree, and
 * whether the plies after a path are equals, none of which is the main one.
 * `pick(path)` is called when a ply is chosen.
 */
export function drawList(list, look, pick) {
  const line = document.createElement("div");
  drawLine(line, look.children, [], look, pick);
  list.replaceChildren(line);
  keepInSight(list);
}

/** The ply in words, as the page of a game has it: move 12, White: e4:e5-e7. */
export function plyInWords({ pliesBefore }, path) {
  const ply = pliesBefore + path.length;
  const by = ply === SIDE_CHOICE_PLY ? "" : numberOf(ply) % 2 === 1 ? ", Black" : ", White";
  return `${inWords(ply)}${by}: ${path.at(-1)}`;
}

function drawLine(line, children, at, look, pick) {
  for (let siblings = children; siblings.length > 0; ) {
    if (siblings.length > 1 && look.areEqual(at)) {
      line.append(...siblings.map((one) => variation(one, at, look, pick)));
      return;
    }
    const [main, ...others] = siblings;
    line.append(...plyParts(main, [...at, main.text], look, pick));
    for (const other of others) line.append(variation(other, at, look, pick));
    at = [...at, main.text];
    siblings = main.children;
  }
}

/** A variation with all that follows, in a block of its own. */
function variation(node, at, look, pick) {
  const block = document.createElement("div");
  block.className = "variation";
  drawLine(block, [node], at, look, pick);
  return block;
}

function plyParts(node, path, look, pick) {
  const parts = [plyButton(node, path, look, pick), " "];
  if (node.comment) parts.push(comment(node.comment), " ");
  return parts;
}

function plyButton(node, path, look, pick) {
  const button = document.createElement("button");
  const number = numberOf(look.pliesBefore + path.length);
  const isShown = path.length === look.path.length && path.every((text, i) => text === look.path[i]);
  const told = look.describe(path, node);
  button.type = "button";
  button.className = ["ply", isPlayed(path, look.line) ? "played" : "", told?.className ?? ""].join(" ").trim();
  button.textContent = number === null ? node.text : `${number}. ${node.text}`;
  button.setAttribute("aria-label", [plyInWords(look, path), told?.words].filter(Boolean).join(", "));
  button.tabIndex = isShown || (look.path.length === 0 && path.length === 1) ? 0 : -1;
  if (isShown) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => pick(path));
  return button;
}

function comment(text) {
  const made = document.createElement("span");
  made.className = "comment";
  made.textContent = text;
  return made;
}

/** Scroll the list alone: the page stays where the reader has it. */
function keepInSight(list) {
  const current = list.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!current) return;
  const frame = list.getBoundingClientRect();
  list.scrollTop += Math.min(0, current.top - frame.top) + Math.max(0, current.bottom - frame.bottom);
}
