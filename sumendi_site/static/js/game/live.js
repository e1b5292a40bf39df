// Follows a game's events, and catches up after a gap.

import { listen } from "../stream.js";

const PATIENCE = 4000;
const KINDS = [
  "move", "clock", "draw_offer", "draw_declined", "takeback_asked", "takeback_declined", "taken_back",
  "scoring", "end", "rated", "analysis", "rematch", "chat", "talk",
];

/**
 * Follow a game. `page` has { eventsUrl, lastEvent, version }. Calls `onNews(kind, data)` for each
 * event and `onNews("gap")` when some may have been missed, `onNewVersion()` after an update of the
 * site, and `onConnection(true | false)` when the line comes back or has been down for a while.
 */
export function follow(page, { onNews, onNewVersion, onConnection }) {
  let last = page.lastEvent;
  let doubt = null;

  function note(event) {
    const number = Number(event.lastEventId);
    const isNew = number > last;
    last = Math.max(last, number);
    return isNew;
  }

  function hello(event) {
    clearTimeout(doubt);
    doubt = null;
    onConnection(true);
    const { version, last: newest } = JSON.parse(event.data);
    if (version !== page.version) onNewVersion();
    if (newest === last) return;
    // What is told again from here on is covered by one look at the game as it is now.
    last = newest;
    onNews("gap", {});
  }

  function lost() {
    doubt ??= setTimeout(() => onConnection(false), PATIENCE);
  }

  function heard(kind) {
    return (event) => {
      if (note(event)) onNews(kind, JSON.parse(event.data));
    };
  }

  const listeners = { hello, ...Object.fromEntries(KINDS.map((kind) => [kind, heard(kind)])) };
  listen(() => `${page.eventsUrl}?since=${last}`, listeners, lost);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(doubt);
    doubt = null;
  });
}
