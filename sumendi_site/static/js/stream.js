// A stream of server-sent events that is open only while the page can be seen: a browser allows six
// connections to a site, and a person may have more tabs than that.

const RETRY = 5000;

/**
 * Listen to the stream at `address()`, which is asked anew for each connection. `listeners` has a
 * function for each kind of event; `onLost` is called whenever an open connection breaks.
 * Returns what ends it for good.
 */
export function listen(address, listeners, onLost = () => {}) {
  let source = null;
  let retry = null;
  let isOver = false;

  function lost() {
    onLost();
    // The browser tries again by itself unless the answer was an error.
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(retry);
    retry = setTimeout(open, RETRY);
  }

  function open() {
    close();
    if (document.hidden || isOver) return;
    source = new EventSource(address());
    source.addEventListener("error", lost);
    for (const [kind, listener] of Object.entries(listeners)) source.addEventListener(kind, listener);
  }

  function close() {
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  open();
  document.addEventListener("visibilitychange", open);
  window.addEventListener("online", () => {
    if (source?.readyState !== EventSource.OPEN) open();
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  return () => {
    isOver = true;
    close();
  };
}
