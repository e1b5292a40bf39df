// Conditional moves as plain values and pure functions. As games/services/lines.py.
//
// A game is { seat, swapped, pliesBefore, line, isRunning }: the reader's seat, whether the second
// player took Black, and the plies of the game since the one after which the tree begins. A path is
// the list of the texts that lead to a ply of the tree.

import { SIDE_CHOICE_PLY } from "../rules/moves.js";

/** Whose ply it is: "first" or "second". White makes the third ply and every other one. */
export function seatAt(ply, swapped) {
  if (ply < SIDE_CHOICE_PLY) return "first";
  if (ply === SIDE_CHOICE_PLY) return "second";
  return swapped === (ply % 2 === 1) ? "first" : "second";
}

/** Whether the ply that follows a path is the reader's. */
export function isOwn(game, path) {
  const choice = path[SIDE_CHOICE_PLY - 1 - game.pliesBefore];
  const swapped = choice === undefined ? game.swapped : choice === "swap";
  return seatAt(game.pliesBefore + path.length + 1, swapped) === game.seat;
}

/** Whether the game can still come to this place, or has just come to it. */
export function isAlive(game, path) {
  return game.isRunning && path.length >= game.line.length && isPlayed(game, path.slice(0, game.line.length));
}

/** Whether the game went through this place. */
export function isPlayed(game, path) {
  return path.length <= game.line.length && path.every((text, i) => text === game.line[i]);
}

/** Why no ply can be added after a path whose plies so far are `siblings`; null if one can be. */
export function refusal(game, path, siblings) {
  if (!game.isRunning) return "The game has ended: nothing is played in it any more.";
  if (!isAlive(game, path)) {
    return isPlayed(game, path)
      ? "The game has passed this place. Prepare moves from its newest position on."
      : "The game went otherwise: nothing is played from here.";
  }
  if (!isOwn(game, path) || siblings.length === 0) return null;
  return `You have prepared ${siblings[0].text} here already. Delete it first to prepare another move.`;
}

/** How a ply of the tree is shown: { className, words }. */
export function description(game, path, node) {
  if (isPlayed(game, path)) return { className: "line-played", words: "played" };
  if (!isAlive(game, path)) return { className: "line-dead", words: "the game went otherwise" };
  if (!isOwn(game, path.slice(0, -1))) {
    const isUnanswered = node.children.length === 0;
    return isUnanswered ? { className: "line-unanswered", words: "not answered yet" } : null;
  }
  const isAnswer = path.slice(game.line.length, -1).some((_, i) => !isOwn(game, path.slice(0, game.line.length + i)));
  return isAnswer
    ? { className: "line-reply", words: "your reply" }
    : { className: "line-first", words: "yours to play by hand" };
}

/** In how many ways the game can go on so that a prepared move is played. */
export function countAlive(game, children) {
  if (!game.isRunning) return 0;
  let here = children;
  for (const text of game.line) here = here.find((node) => node.text === text)?.children ?? [];
  return countFrom(game, game.line, here, false);
}

function countFrom(game, path, children, isAnswer) {
  const own = isOwn(game, path);
  return children.reduce((sum, { text, children: below }) => {
    const lines = countFrom(game, [...path, text], below, isAnswer || !own);
    return sum + (lines || Number(own && isAnswer));
  }, 0);
}
