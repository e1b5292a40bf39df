// Keeps a tree: on the site as it changes, and in this tab for as long as it is not there.

import { clearNotice, notify } from "../game/notices.js";
import { merge } from "./tree.js";

const QUIET = 800;
const RETRY = 5000;
const PATIENCE = 15000;
const ELSEWHERE = "This was also changed elsewhere, in another tab perhaps. Both are kept here.";

/**
 * The tree to begin with, { start, children }: what this tab kept of a tree that the site does not
 * have is put back. `data` is what the page says.
 */
export function firstTree(data) {
  const kept = read(data);
  if (!kept) return data.tree;
  if (kept.version === data.treeVersion) return kept.tree;
  return { ...data.tree, children: merge(kept.tree.children, data.tree.children) };
}

/**
 * Keep what changes. `board` is from openBoard; `first` is called when the site has the tree for
 * the first time. The answer takes each new tree.
 */
export function keepTree(data, board, first) {
  let version = data.treeVersion;
  let wanted = null;
  let timer = null;
  let sending = false;

  function keep(tree) {
    write(data, { version, tree });
    if (!data.saveUrl) return;
    wanted = tree;
    say("Not saved yet.");
    later(QUIET);
  }

  function later(time) {
    clearTimeout(timer);
    timer = setTimeout(flush, time);
  }

  async function flush() {
    if (sending || wanted === null) return;
    const tree = wanted;
    wanted = null;
    sending = true;
    const answer = await send(data.saveUrl, version, tree);
    sending = false;
    settle(answer, tree);
    if (wanted !== null) later(answer.status === 0 || answer.status >= 500 ? RETRY : QUIET);
  }

  function settle({ status, body }, tree) {
    clearNotice("saving");
    if (status === 200) saved(body.treeVersion);
    else if (status === 409) join(body);
    else if (status === 0 || status >= 500 || status === 429) {
      wanted ??= tree;
      notify("saving", "The site cannot be reached. What you try is kept in this tab, and is sent again by itself.");
    } else refused(status, body);
  }

  function saved(newest) {
    const isFirst = version === 0;
    version = newest;
    if (wanted === null) write(data, null);
    else write(data, { version, tree: wanted });
    say(wanted === null ? "Saved." : "Not saved yet.");
    if (isFirst) first();
  }

  /** Somebody else has saved meanwhile: take what is there into this tree, and save both. */
  function join({ tree, treeVersion }) {
    version = treeVersion ?? 0;
    if (tree) board().replace({ ...tree, children: merge(board().tree().children, tree.children) });
    wanted = board().tree();
    notify("joined", ELSEWHERE);
  }

  function refused(status, body) {
    const message = body.error?.message ?? `The site gave no clear answer (${status}).`;
    say("Not saved.");
    const next = encodeURIComponent(location.pathname);
    notify("saving", message, status === 401 ? { label: "Sign in", href: `${data.signInUrl}?next=${next}` } : null);
  }

  function leave() {
    if (wanted !== null && !sending) flush();
  }

  if (data.saveUrl) {
    document.addEventListener("visibilitychange", () => document.hidden && leave());
    window.addEventListener("pagehide", leave);
    if (read(data)) keep(firstTree(data));
  }
  return keep;
}

/** The answer as { status, body }; status 0 when there was none. */
async function send(url, version, tree) {
  const form = new FormData();
  form.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  form.set("version", version);
  form.set("tree", JSON.stringify(tree));
  try {
    const response = await fetch(url, {
      method: "POST",
      body: form,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
      // It goes on when the page is left; browsers take no more than 64 KB in this way.
      keepalive: document.hidden && form.get("tree").length < 50000,
    });
    return { status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return { status: 0, body: {} };
  }
}

function say(text) {
  const saved = document.getElementById("saved");
  if (saved) saved.firstChild.textContent = `${text} Kept as you go, for you alone.`;
}

const key = (data) => `sumendi-explore-${location.pathname}-${data.start}`;

function read(data) {
  return attempt(() => JSON.parse(sessionStorage.getItem(key(data))));
}

function write(data, kept) {
  attempt(() => {
    if (kept === null) sessionStorage.removeItem(key(data));
    else sessionStorage.setItem(key(data), JSON.stringify(kept));
  });
}

/** A browser may refuse to store anything; then the tree is simply not kept. */
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
