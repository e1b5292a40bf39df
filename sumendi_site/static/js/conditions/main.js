// The page of conditional moves: the explore board, on which replies are prepared. Nothing here
// plays a move; what is saved is played by the site when the opponent moves.

import { openBoard } from "../explore/board.js";
import { find } from "../explore/tree.js";
import { follow } from "../game/live.js";
import { clearNotice, notify } from "../game/notices.js";
import { countAlive, description, isOwn, refusal } from "./lines.js";

const RETRY = 3000;
const PATIENCE = 15000;

const page = JSON.parse(document.getElementById("conditions-data").textContent);
const saveButton = document.getElementById("save");
let isChanged = false;
let isSaving = false;
let looks = 0;

const board = openBoard(page, { onChange: changed, refuse, describe, areEqual });

function refuse(path) {
  const siblings = path.length === 0 ? board.tree().children : (find(board.tree().children, path)?.children ?? []);
  return refusal(page, path, siblings);
}

function describe(path, node) {
  return description(page, path, node);
}

/** Whatever the opponent plays, its reply stands beside it. */
function areEqual(path) {
  return !isOwn(page, [...path, ""]);
}

function changed() {
  isChanged = true;
  showState();
}

function lines(count) {
  return count === 1 ? "1 line" : `${count} lines`;
}

/** What is saved, and whether what is shown is. */
function showState() {
  const shown = countAlive(page, board.tree().children);
  saveButton.disabled = !isChanged || isSaving || !page.isRunning;
  document.getElementById("tidy-form").hidden = page.line.length === 0 || !page.isRunning;
  document.getElementById("game-status").textContent = page.status;
  document.getElementById("prepared").textContent = isChanged
    ? `Not saved: ${lines(shown)} here, ${lines(page.alive)} kept. Only what is saved is played.`
    : `Saved: ${lines(page.alive)} can be played.`;
}

async function save() {
  if (isSaving) return;
  isSaving = true;
  showState();
  clearNotice("save");
  const sent = board.tree();
  const form = new FormData(document.getElementById("save-form"));
  form.set("version", page.treeVersion);
  form.set("from_ply", page.pliesBefore);
  form.set("tree", JSON.stringify(sent));
  const { status, body } = await answer(page.url, { method: "POST", body: form });
  isSaving = false;
  if (status === 200) {
    isChanged = JSON.stringify(board.tree()) !== JSON.stringify(sent);
    page.treeVersion = body.treeVersion;
    clearNotice("mine");
    take(body);
  } else if (body?.newest) {
    askWhich(body);
  } else {
    explain(status, body);
  }
  showState();
}

/** The answer to a request as { status, body }; status 0 when there is none. */
async function answer(url, options = {}) {
  try {
    const response = await fetch(url, {
      ...options,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: null };
  }
}

/** What the site says of the game. The tree that is shown stays, whatever another page has saved. */
function take({ plies, alive, isRunning, status }) {
  Object.assign(page, { alive, isRunning, status, line: plies.slice(page.pliesBefore) });
  board.extend(page.line);
}

function askWhich({ error, newest }) {
  page.alive = newest.alive;
  notify("save", error.message, { label: "Show the newest", run: showNewest });
  notify("mine", "Or keep what is here in their place.", { label: "Save these", run: () => saveOver(newest.treeVersion) });
}

function showNewest() {
  isChanged = false;
  location.reload();
}

function saveOver(version) {
  page.treeVersion = version;
  save();
}

function explain(status, body) {
  const next = encodeURIComponent(page.url);
  if (status === 401) {
    notify("save", body.error.message, { label: "Sign in", href: `${page.signInUrl}?next=${next}` });
  } else if (status === 0 || status >= 500 || !body?.error) {
    notify("save", "The site cannot be reached. Nothing was saved, but it is kept here.", { label: "Save again", run: save });
  } else {
    notify("save", body.error.message);
  }
}

/** The opponent has moved, or something else has happened in the game. */
async function heard(kind) {
  if (kind === "chat" || kind === "clock") return;
  const mine = (looks += 1);
  let { status, body } = await answer(page.url);
  while (mine === looks && (status === 0 || status >= 500)) {
    await new Promise((resolve) => setTimeout(resolve, RETRY));
    ({ status, body } = await answer(page.url));
  }
  if (mine !== looks || status !== 200) return;
  if (kind === "taken_back" || !goesOn(body.plies)) return location.reload();
  tell(body);
  take(body);
  showState();
}

/** Whether the game has still all plies that this page knows of. What is prepared beyond a ply that
 * was taken back is gone from the site, too. */
function goesOn(plies) {
  return page.line.every((text, index) => plies[page.pliesBefore + index] === text) && plies.length >= page.pliesBefore;
}

/** Say what was played while this page was open. */
function tell({ plies, isRunning, status }) {
  const played = plies.slice(page.pliesBefore + page.line.length);
  if (played.length === 0 && isRunning) return;
  const what = played.length > 0 ? `Played meanwhile: ${played.join(", ")}. ` : "";
  const kept = isChanged ? " What you entered is still here; only what was saved has been played." : "";
  notify("game", `${what}${status}${kept}`, { label: "Go to the game", href: page.gameUrl });
}

document.getElementById("save-form").addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
window.addEventListener("beforeunload", (event) => {
  if (isChanged) event.preventDefault();
});

showState();
if (page.isRunning) {
  follow(page, {
    onNews: heard,
    onNewVersion: () => notify("version", "The site was updated. Save, then reload the page."),
    onConnection: (isUp) => {
      if (isUp) clearNotice("connection");
      else notify("connection", "The connection is lost; this page tries again by itself.");
    },
  });
}
