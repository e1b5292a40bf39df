// Follows a game's events, and catches up after a gap.

const PATIENCE = 4000;
const RETRY = 5000;
const KINDS = ["move", "clock", "draw_offer", "draw_declined", "scoring", "end", "rematch", "chat"];

/**
 * Follow a game. `page` has { eventsUrl, lastEvent, version }. Calls `onNews(kind, data)` for each
 * event and `onNews("gap")` when some may have been missed, `onNewVersion()` after an update of the
 * site, and `onConnection(true | false)` when the line comes back or has been down for a while.
 */
export function follow(page, { onNews, onNewVersion, onConnection }) {
  let last = page.lastEvent;
  let source = null;
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
    // The browser tries again by itself unless the answer was an error.
    if (source.readyState === EventSource.CLOSED) setTimeout(open, RETRY);
  }

  function open() {
    source?.close();
    source = new EventSource(`${page.eventsUrl}?since=${last}`);
    source.addEventListener("hello", hello);
    source.addEventListener("error", lost);
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        if (note(event)) onNews(kind, JSON.parse(event.data));
      });
    }
  }

  open();
  window.addEventListener("online", () => {
    if (source.readyState !== EventSource.OPEN) open();
  });
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
}
