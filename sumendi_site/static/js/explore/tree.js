// A tree of variations as plain values and pure functions. As games/rules/tree.py.
//
// Children are a list of nodes { text, comment, children }; a path is the list of the texts that
// lead to a node. The line is what was played in the game: a path on which the reader's own
// variations grow. While it is shown it is part of the tree; stored is only what leads to them.

import { SIDE_CHOICES, SIDE_CHOICE_PLY } from "../rules/moves.js";
import { play } from "../rules/position.js";

export const MAX_NODES = 1000;
export const MAX_COMMENT = 2000;
export const MAX_BYTES = 64 * 1024;

/** The node at a path; null if there is none. */
export function find(children, path) {
  let node = null;
  for (const text of path) {
    node = childrenOf(node, children).find((child) => child.text === text);
    if (!node) return null;
  }
  return node;
}

/** The variations after a path; the first of them is the main one. */
export function after(children, path) {
  return childrenOf(find(children, path), path.length === 0 ? children : []);
}

/** The longest path to a node that begins as this one does. */
export function nearest(children, path) {
  const length = path.findIndex((_, i) => find(children, path.slice(0, i + 1)) === null);
  return length < 0 ? path : path.slice(0, length);
}

/** The end of the main variation after a path. */
export function endOf(children, path) {
  const [first] = after(children, path);
  return first ? endOf(children, [...path, first.text]) : path;
}

export function add(children, path, text) {
  return edit(children, path, (siblings) =>
    siblings.some((node) => node.text === text) ? siblings : [...siblings, { text, comment: "", children: [] }],
  );
}

export function remove(children, path) {
  return edit(children, path.slice(0, -1), (siblings) => siblings.filter(({ text }) => text !== path.at(-1)));
}

/** Make a variation the first of its siblings. */
export function promote(children, path) {
  const isMeant = ({ text }) => text === path.at(-1);
  return edit(children, path.slice(0, -1), (siblings) => [
    ...siblings.filter(isMeant),
    ...siblings.filter((node) => !isMeant(node)),
  ]);
}

export function say(children, path, comment) {
  return edit(children, path.slice(0, -1), (siblings) =>
    siblings.map((node) => (node.text === path.at(-1) ? { ...node, comment } : node)),
  );
}

/** The tree with the line in it, which comes first at every ply. */
export function graft(children, line) {
  return line.reduce((tree, text, i) => promote(add(tree, line.slice(0, i), text), line.slice(0, i + 1)), children);
}

/** The tree without those plies of the line that lead to nothing of the reader's. */
export function prune(children, line) {
  return children.flatMap((node) => {
    if (node.text !== line[0]) return [node];
    const pruned = { ...node, children: prune(node.children, line.slice(1)) };
    return pruned.comment === "" && pruned.children.length === 0 ? [] : [pruned];
  });
}

/** What is in either of two trees; where the comments differ both are kept. */
export function merge(mine, theirs) {
  const others = new Map(theirs.map((node) => [node.text, node]));
  const merged = mine.map((node) => {
    const other = others.get(node.text);
    if (!other) return node;
    others.delete(node.text);
    const comment = mergeComments(node.comment, other.comment);
    return { text: node.text, comment, children: merge(node.children, other.children) };
  });
  return [...merged, ...others.values()];
}

/** The tree with nothing but a path in it. */
export function chain(path) {
  return path.reduceRight((children, text) => [{ text, comment: "", children }], []);
}

/** Whether a tree is not larger than the site takes. */
export function fits(tree) {
  return count(tree.children) <= MAX_NODES && bytes(tree) <= MAX_BYTES;
}

export function count(children) {
  return children.reduce((sum, node) => sum + 1 + count(node.children), 0);
}

/** The bytes that a tree takes, as the server counts them. */
export function bytes(tree) {
  return new TextEncoder().encode(JSON.stringify(tree)).length;
}

/** Whether all of a path was played in the game. */
export function isPlayed(path, line) {
  return path.length <= line.length && path.every((text, i) => text === line[i]);
}

/** Whether at its ply nothing comes before the end of a path, but what was played. */
export function isMain(children, path, line) {
  const parent = path.slice(0, -1);
  const siblings = after(children, parent).filter(({ text }) => !isPlayed([...parent, text], line));
  return siblings[0]?.text === path.at(-1);
}

/** Whether the ply after a path is the choice of a side. */
export function isSideChoice(pliesBefore, path) {
  return pliesBefore + path.length + 1 === SIDE_CHOICE_PLY;
}

/** The position after a ply: seats change by the side choice, stones do not. */
export function playPly(position, text) {
  return SIDE_CHOICES.includes(text) ? position : play(position, text);
}

function childrenOf(node, otherwise) {
  return node ? node.children : otherwise;
}

function edit(children, path, change) {
  if (path.length === 0) return change(children);
  const [first, ...rest] = path;
  return children.map((node) => (node.text === first ? { ...node, children: edit(node.children, rest, change) } : node));
}

function mergeComments(mine, theirs) {
  if (mine.includes(theirs)) return mine;
  if (theirs.includes(mine)) return theirs;
  return `${theirs}\n\n${mine}`.slice(0, MAX_COMMENT);
}
