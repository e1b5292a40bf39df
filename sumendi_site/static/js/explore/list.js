// The list of variations: each line of play runs on, and what else could be played is set in. Where
// no ply comes before the others, each of them is set in with all that follows.

import { SIDE_CHOICES } from "../rules/moves.js";
import { isPlayed } from "./tree.js";

/**
 * Draw the tree into `list`. `look` has { children, path, line, pliesBefore, describe, areEqual }:
 * the path shown on the board, what was played in the game, how many plies were before the tree, and
 * whether the plies after a path are equals, none of which is the main one.
 * `pick(path)` is called when a ply is chosen.
 */
export function drawList(list, look, pick) {
  const line = document.createElement("div");
  drawLine(line, look.children, { ...look, at: [], number: numberAt(look), isFirst: true }, pick);
  list.replaceChildren(line);
  keepInSight(list);
}

/** The ply in words, as the page of a game has it: turn 12, White: e4:e5-e7. */
export function plyInWords(look, path) {
  const { turn, side } = whoPlays(numberAt(look) + placementsIn(path) - (isChoice(path.at(-1)) ? 0 : 1));
  return isChoice(path.at(-1)) ? `side choice: ${path.at(-1)}` : `turn ${turn}, ${side}: ${path.at(-1)}`;
}

function drawLine(line, children, look, pick) {
  let { at, number, isFirst } = look;
  for (let siblings = children; siblings.length > 0; ) {
    if (siblings.length > 1 && look.areEqual(at)) {
      for (const one of siblings) line.append(variation(one, { ...look, at, number, isFirst: true }, pick));
      return;
    }
    const [main, ...others] = siblings;
    line.append(...plyParts(main, { ...look, at, number, isFirst }, pick));
    for (const other of others) line.append(variation(other, { ...look, at, number, isFirst: true }, pick));
    isFirst = others.length > 0 || main.comment !== "";
    number += isChoice(main.text) ? 0 : 1;
    at = [...at, main.text];
    siblings = main.children;
  }
}

/** A variation with all that follows, in a block of its own. */
function variation(node, look, pick) {
  const block = document.createElement("div");
  block.className = "variation";
  drawLine(block, [node], look, pick);
  return block;
}

function plyParts(node, look, pick) {
  const path = [...look.at, node.text];
  const parts = [plyButton(node, path, look, pick), " "];
  if (node.comment) parts.push(comment(node.comment), " ");
  return parts;
}

function plyButton(node, path, look, pick) {
  const button = document.createElement("button");
  const { turn, side } = whoPlays(look.number);
  const number = isChoice(node.text) ? "" : side === "Black" ? `${turn}. ` : look.isFirst ? `${turn}… ` : "";
  const isShown = path.length === look.path.length && path.every((text, i) => text === look.path[i]);
  const told = look.describe(path, node);
  button.type = "button";
  button.className = ["ply", isPlayed(path, look.line) ? "played" : "", told?.className ?? ""].join(" ").trim();
  button.textContent = number + node.text;
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

function isChoice(text) {
  return SIDE_CHOICES.includes(text);
}

/** The number of the next placement at the start; the first of a game is 1. */
function numberAt({ pliesBefore }) {
  return pliesBefore < 2 ? pliesBefore + 1 : pliesBefore;
}

function placementsIn(path) {
  return path.filter((text) => !isChoice(text)).length;
}

function whoPlays(number) {
  return { turn: Math.ceil(number / 2), side: number % 2 === 1 ? "Black" : "White" };
}

/** Scroll the list alone: the page stays where the reader has it. */
function keepInSight(list) {
  const current = list.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!current) return;
  const frame = list.getBoundingClientRect();
  list.scrollTop += Math.min(0, current.top - frame.top) + Math.max(0, current.bottom - frame.bottom);
}
