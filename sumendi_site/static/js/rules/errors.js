// What can be wrong with a text or a move, in the words of games/rules/errors.py.

/** Why a text is not a legal move. Where several apply, the one listed first is told. */
export const REASONS = [
  "syntax", "offboard", "over", "occupied", "height0", "nospill",
  "extra", "missing", "notline", "toofar", "blocked", "sametarget",
];

/** A move that cannot be played, or a text that describes no position; `reason` is for programs. */
export class RulesError extends Error {
  constructor(reason, sentence) {
    super(sentence);
    this.reason = reason;
  }
}
