// Stepping through a tree: by buttons, and by keys where they mean nothing else.

import { after, endOf } from "./tree.js";

/** The buttons, and the keys that do the same. */
export const STEPS = {
  "step-first": "Home",
  "step-back": "ArrowLeft",
  "step-on": "ArrowRight",
  "step-newest": "End",
};
const IN_THE_LIST = ["Home", "End", "ArrowUp", "ArrowDown", "Delete"];

/** Where a key leads from a path: to its parent, its main variation, or beside it; null for nowhere. */
export function step(children, path, key) {
  const parent = path.slice(0, -1);
  const onward = after(children, path)[0];
  const beside = (by) => {
    const siblings = after(children, parent);
    const next = siblings[siblings.findIndex(({ text }) => text === path.at(-1)) + by];
    return path.length > 0 && next ? [...parent, next.text] : null;
  };
  switch (key) {
    case "Home": return path.length > 0 ? [] : null;
    case "ArrowLeft": return path.length > 0 ? parent : null;
    case "ArrowRight": return onward ? [...path, onward.text] : null;
    case "End": return onward ? endOf(children, path) : null;
    case "ArrowUp": return beside(-1);
    case "ArrowDown": return beside(1);
    default: return null;
  }
}

/**
 * The key of an event that is meant for the tree, or null. Up, down, Home and End scroll the page
 * but where the list has the focus; fields and the board have their own arrows.
 */
export function stepKey({ key, target, ctrlKey, metaKey, altKey, shiftKey }) {
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  if (isInList(target)) return [...Object.values(STEPS), ...IN_THE_LIST].includes(key) ? key : null;
  if (target.closest("input, textarea, select, [role=application]")) return null;
  return ["ArrowLeft", "ArrowRight"].includes(key) ? key : null;
}

export function isInList(element) {
  return Boolean(element?.closest("#variations"));
}
