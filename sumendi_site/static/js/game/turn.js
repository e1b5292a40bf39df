// A turn that is being entered, as plain values and pure functions.
//
// The server says what can be played: options[placement][source] = [targets]. A set of spills is
// legal when each target is among them and all differ, so nothing here knows the rules.
//
// A turn is { placement, spills, source, target }: `spills` lists [source, target] in the order
// of the taps; `source` is a volcano that was tapped and waits for its target; `target` is a cell
// that several volcanoes can reach and that waits for one of them. Each may be null.

import { byBoardOrder } from "../rules/moves.js";

export const EMPTY = Object.freeze({ placement: null, spills: [], source: null, target: null });

/**
 * What a turn means: { placement, chosen, forced, owing, complete, text }.
 * `owing` maps each source that still has a choice to the targets from which the turn can be
 * completed; a source with one such target is `forced` and settled.
 */
export function view(options, turn) {
  if (turn.placement === null) {
    return { placement: null, chosen: {}, forced: {}, owing: {}, complete: false, text: "" };
  }
  const chosen = Object.fromEntries(turn.spills);
  const open = openTargets(options, turn);
  const forced = {};
  const owing = {};
  for (const source of Object.keys(open)) {
    const targets = open[source].filter((target) => canComplete(open, source, target));
    if (targets.length === 1) forced[source] = targets[0];
    else owing[source] = targets;
  }
  const complete = Object.keys(owing).length === 0;
  const text = moveText(turn.placement, { ...chosen, ...forced }, complete);
  return { placement: turn.placement, chosen, forced, owing, complete, text };
}

/**
 * What a tap on a cell makes of the turn: { turn, note }. The note is null, or says why nothing
 * happened: "illegal" (no placement there) or "no-target" (no volcano that owes reaches it).
 */
export function tap(options, turn, cell) {
  if (turn.placement === null) return place(options, turn, cell);
  const { owing } = view(options, turn);
  if (turn.target !== null && owing[cell]?.includes(turn.target)) {
    return done(spill(turn, cell, turn.target));
  }
  if (cell === turn.placement) return done(EMPTY);
  if (owing[cell]) return done({ ...turn, source: turn.source === cell ? null : cell, target: null });
  const undone = turn.spills.find(([, target]) => target === cell);
  if (undone) return done(withoutSpill(turn, undone[0]));
  return aim(options, turn, owing, cell);
}

/** One step back: the half-made choice, then the last spill, then the placement. */
export function undo(turn) {
  if (turn.source !== null || turn.target !== null) return { ...turn, source: null, target: null };
  if (turn.spills.length > 0) return { ...turn, spills: turn.spills.slice(0, -1) };
  return EMPTY;
}

export function withoutSpill(turn, source) {
  const spills = turn.spills.filter(([from]) => from !== source);
  return { ...turn, spills, source: null, target: null };
}

/** The volcanoes that could take the target which waits for one of them. */
export function candidates(options, turn) {
  if (turn.target === null) return [];
  const { owing } = view(options, turn);
  return Object.keys(owing).filter((source) => owing[source].includes(turn.target));
}

/**
 * Read a typed move: { turn, problem, unfinished }. A problem is a sentence; the turn then holds
 * what could be understood. It is unfinished when more letters could still make it right.
 * `refused` says for each other cell of the board why nothing can be placed there.
 */
export function read(options, text, refused = {}) {
  const [placement, ...rest] = text.replaceAll("…", "").trim().toLowerCase().split(":");
  if (placement === "") return { turn: EMPTY, problem: null, unfinished: false };
  if (!Object.hasOwn(options, placement)) {
    const isCell = Object.hasOwn(refused, placement);
    const problem = isCell ? refused[placement] : `There is no cell ${placement}.`;
    const cells = [...Object.keys(options), ...Object.keys(refused)];
    const unfinished = cells.some((cell) => cell !== placement && cell.startsWith(placement));
    return { turn: EMPTY, problem, unfinished };
  }
  let turn = { ...EMPTY, placement };
  const words = rest.join(":").split(",").filter((word) => word !== "");
  for (const word of words) {
    const [, source, target] = /^([a-z]\d+)-([a-z]\d+)$/.exec(word) ?? [];
    const problem = spillProblem(options, turn, word, source, target);
    if (problem !== null) {
      return { turn, problem, unfinished: word === words.at(-1) && canGoOn(options, turn, word) };
    }
    turn = spill(turn, source, target);
  }
  return { turn, problem: null, unfinished: false };
}

function place(options, turn, cell) {
  if (!Object.hasOwn(options, cell)) return { turn, note: "illegal" };
  return done({ ...EMPTY, placement: cell });
}

function aim(options, turn, owing, cell) {
  const reaching = Object.keys(owing).filter((source) => owing[source].includes(cell));
  if (turn.source !== null && reaching.includes(turn.source)) {
    return done(spill(turn, turn.source, cell));
  }
  if (reaching.length === 1) return done(spill(turn, reaching[0], cell));
  if (reaching.length > 1) return done({ ...turn, source: null, target: cell });
  // Nothing has been chosen yet, so another placement loses nothing.
  if (turn.spills.length === 0 && Object.hasOwn(options, cell)) return place(options, EMPTY, cell);
  return { turn, note: "no-target" };
}

function done(turn) {
  return { turn, note: null };
}

function spill(turn, source, target) {
  return { ...turn, spills: [...turn.spills, [source, target]], source: null, target: null };
}

function spillProblem(options, turn, word, source, target) {
  const sources = options[turn.placement];
  if (source === undefined) return `“${word}” is not a spill. Write the volcano and its target: e5-e7.`;
  if (!Object.hasOwn(sources, source)) return `${source} does not spill after ${turn.placement}.`;
  if (turn.spills.some(([from]) => from === source)) return `${source} spills only once.`;
  if (!sources[source].includes(target)) return `${source} cannot spill on ${target}.`;
  if (turn.spills.some(([, to]) => to === target)) return `Two volcanoes cannot spill on ${target}.`;
  const { owing, forced } = view(options, turn);
  if (owing[source]?.includes(target) || forced[source] === target) return null;
  return `With a spill on ${target} another volcano would have no cell left.`;
}

function canGoOn(options, turn, word) {
  return Object.entries(openTargets(options, turn)).some(([source, targets]) =>
    targets.some((target) => `${source}-${target}`.startsWith(word)),
  );
}

function openTargets(options, turn) {
  const taken = turn.spills.map(([, target]) => target);
  const chosen = turn.spills.map(([source]) => source);
  const open = {};
  for (const source of Object.keys(options[turn.placement]).sort(byBoardOrder)) {
    if (chosen.includes(source)) continue;
    open[source] = options[turn.placement][source].filter((target) => !taken.includes(target));
  }
  return open;
}

function canComplete(open, source, target) {
  const others = Object.keys(open).filter((other) => other !== source);
  return canAllDiffer(others.map((other) => open[other]), [target]);
}

function canAllDiffer(choices, taken) {
  if (choices.length === 0) return true;
  const [first, ...rest] = choices;
  return first.some((target) => !taken.includes(target) && canAllDiffer(rest, [...taken, target]));
}

function moveText(placement, spills, complete) {
  const sources = Object.keys(spills).sort(byBoardOrder);
  const parts = sources.map((source) => `${source}-${spills[source]}`);
  if (!complete) parts.push("…");
  return parts.length === 0 ? placement : `${placement}:${parts.join(",")}`;
}
