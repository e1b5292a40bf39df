// Keeps a tree: on the site as it changes, and in this tab for as long as it is not there.

import { clearNotice, notify } from "../game/notices.js";
import { merge } from "./tree.js";

const QUIET = 800;
const RETRY = 5000;
const PATIENCE = 15000;
const ELSEWHERE = "This was also changed elsewhere, in another tab perhaps. Both are kept here.";

/**
 * The tree to begin with, { start, children }: what this tab made of the page's tree is put back.
 * Where the page has another one by now both are joined, if this one was meant for the site.
 */
export function firstTree(data) {
  const kept = read(data);
  if (!kept) return data.tree;
  if (kept.madeFrom === JSON.stringify(data.tree)) return kept.tree;
  return data.saveUrl ? { ...data.tree, children: merge(kept.tree.children, data.tree.children) } : data.tree;
}

/**
 * Keep what changes. `board` is from openBoard; `onSaved` is called whenever the site has taken a
 * tree. The answer takes each new tree.
 */
export function keepTree(data, board, onSaved) {
  let version = data.treeVersion;
  let madeFrom = JSON.stringify(data.tree);
  let wanted = null;
  let timer = null;
  let sending = false;

  function keep(tree) {
    write(data, { madeFrom, tree });
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
    if (wanted !== null) later(isDown(answer.status) ? RETRY : QUIET);
  }

  function settle({ status, body }, tree) {
    clearNotice("saving");
    if (status === 200) saved(body.treeVersion, tree);
    else if (body.error?.code === "exploration_changed") join(body);
    else if (isDown(status)) {
      wanted ??= tree;
      notify("saving", "The site cannot be reached. What you try is kept in this tab, and is sent again by itself.");
    } else refused(status, body);
  }

  function saved(newest, tree) {
    version = newest;
    madeFrom = JSON.stringify(tree);
    write(data, wanted && { madeFrom, tree: wanted });
    say(wanted === null ? "Saved." : "Not saved yet.");
    onSaved();
  }

  /** Somebody else has saved meanwhile: take what is there into this tree, and save both. */
  function join({ tree, treeVersion }) {
    version = treeVersion ?? 0;
    if (tree) {
      madeFrom = JSON.stringify(tree);
      board().replace({ ...tree, children: merge(board().tree().children, tree.children) });
    }
    wanted = board().tree();
    write(data, { madeFrom, tree: wanted });
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
    if (read(data)) keep(board().tree());
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

/** Whether it may go better later. */
function isDown(status) {
  return status === 0 || status === 429 || status >= 500;
}

function say(text) {
  const saved = document.getElementById("saved");
  if (saved) saved.textContent = text;
  document.getElementById("passing")?.remove();
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
