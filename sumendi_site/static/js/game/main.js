// The page of a game: entering moves, stepping through plies, and following what happens.

import { inWords } from "../rules/moves.js";
import { readBoard } from "./board.js";
import { keepTime } from "./clock.js";
import { takeMove } from "./entry.js";
import { forget, keep, kept } from "./keep.js";
import { follow } from "./live.js";
import { clearNotice, clearServerNotices, notify } from "./notices.js";
import { NOT_REACHED, OLD_PAGE, PLAYED, SIGNED_OUT, STALE, send } from "./send.js";
import { openTalk } from "./talk.js";

const RETRY = 3000;
const CLEARED = "A move was taken back, so the one you were entering was cleared.";

const table = document.getElementById("table");
let page = null;
let entry = null;
let timer = null;
let sending = false;
let unwatched = false;
let looks = 0;
let wanted = null; // The ply that the reader wants to see; null is the newest.

function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** Bring what the server sent to life. */
function start() {
  page = JSON.parse(document.getElementById("game-data").textContent);
  clearInterval(timer);
  timer = keepTime(table, page.now);
  showCurrentMove(document.getElementById("moves"));
  entry = page.canPlace ? takeTurn() : null;
  document.getElementById("entry")?.addEventListener("submit", submitted);
  document.getElementById("side-choice")?.addEventListener("submit", submitted);
}

/** Take a move, which is kept in this tab; what the server sent back with a refusal goes first. */
function takeTurn() {
  const field = document.getElementById("move");
  const stored = kept(page.game);
  if (field.value === "" && stored?.ply === page.newest + 1) field.value = stored.text;
  return takeMove(page, readBoard(document.getElementById("board")), announce, () => {
    document.getElementById("confirm").hidden = true;
    keep(page.game, page.newest + 1, field.value);
  });
}

/** Scroll the list alone: the page stays where the reader has it. */
function showCurrentMove(list) {
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const below = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  list.scrollTop += Math.max(0, below);
}

/**
 * Fetch the page again, at ply `ply` or as it is now, and put its table in place of the old one.
 * Only the newest look counts: whether this one did is told once its table is shown.
 */
async function refresh(ply = null) {
  const mine = (looks += 1);
  wanted = ply;
  let fresh = await fetched(ply);
  while (fresh === null && mine === looks) {
    await new Promise((resolve) => setTimeout(resolve, RETRY));
    if (mine === looks) fresh = await fetched(ply);
  }
  if (mine !== looks) return false;
  show(fresh);
  return true;
}

/** The page of the game, or null when it cannot be had now. */
async function fetched(ply) {
  try {
    const url = ply === null ? page.url : `${page.url}?ply=${ply}`;
    unwatched = document.hidden;
    const response = await fetch(url, { headers: unwatched ? { "X-Unwatched": "1" } : {} });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}

function show(fresh) {
  const focused = table.contains(document.activeElement) ? document.activeElement : null;
  const open = [...table.querySelectorAll("details[id][open]")];
  table.replaceChildren(...fresh.getElementById("table").childNodes);
  for (const { id } of open) document.getElementById(id)?.setAttribute("open", "");
  showWaitingGames(fresh.querySelector(".bar .pill"));
  start();
  if (focused) keepFocus(focused);
}

/** Focus stays on what it was on; where that is gone it goes to the board, or to the hint. */
function keepFocus(before) {
  const same = counterpart(before);
  same?.focus({ preventScroll: true });
  if (same && same === document.activeElement) return;
  // Who steps through the game goes on with the arrow keys, which on the board move the cursor.
  const next = document.getElementById(entry && !before.dataset.ply ? "board" : "hint");
  if (next.id === "hint") next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

function counterpart(before) {
  const { id, dataset } = before;
  const list = dataset.ply && before.closest("#moves, #swings, #figures");
  if (list) return table.querySelector(`#${list.id} [data-ply="${dataset.ply}"]`);
  return id && id !== "hint" ? document.getElementById(id) : null;
}

/** The bar says in how many games it is the reader's turn; a move changes that. */
function showWaitingGames(pill) {
  document.querySelector(".bar .pill")?.remove();
  if (pill) document.querySelector(".bar-end").prepend(pill);
}

async function step(ply) {
  await refresh(ply < page.newest ? ply : null);
  history.replaceState(null, "", wanted === null ? page.url : `${page.url}?ply=${wanted}`);
}

/** On a phone the analysis is below the board, out of sight of it. */
function showBoard() {
  const board = document.getElementById("board");
  const { top, bottom } = board.getBoundingClientRect();
  if (bottom < board.offsetHeight / 2 || top > innerHeight - board.offsetHeight / 2) board.scrollIntoView();
}

function submitted(event) {
  event.preventDefault();
  const text = event.submitter?.name === "move" ? event.submitter.value : entry?.text();
  const form = new FormData(event.target);
  form.set("move", text);
  if (event.target.id === "entry" && document.getElementById("play").disabled) return;
  if (page.confirm) askOnceMore(text, form);
  else sendMove(form);
}

function askOnceMore(text, form) {
  const question = document.getElementById("confirm");
  document.getElementById("confirm-move").textContent = text;
  document.getElementById("confirm-send").onclick = () => sendMove(form);
  document.getElementById("confirm-back").onclick = () => {
    question.hidden = true;
  };
  question.hidden = false;
  // Not on its button: an Enter that is held down must not answer the question.
  question.focus();
}

async function sendMove(form) {
  if (sending) return;
  sending = true;
  clearNotice("move");
  const { outcome, message } = await send(page.moveUrl, form);
  sending = false;
  if (outcome === NOT_REACHED && played(form.get("ply")) === form.get("move")) return;
  if (outcome === PLAYED) {
    forget(page.game);
    if (await refresh()) announce("Your move was played.");
  } else if (outcome === STALE) {
    forget(page.game);
    await refresh();
    notify("move", message);
  } else {
    notify("move", message, wayOut(outcome, form));
  }
}

function wayOut(outcome, form) {
  const next = encodeURIComponent(page.url);
  if (outcome === NOT_REACHED) return { label: "Send it again", run: () => sendMove(form) };
  if (outcome === SIGNED_OUT) return { label: "Sign in", href: `${page.signInUrl}?next=${next}` };
  if (outcome === OLD_PAGE) return { label: "Reload the page", href: page.url };
  return null;
}

async function heard(kind, data) {
  const isTalk = kind === "chat" || kind === "talk";
  if (isTalk || kind === "gap") readTalk();
  if (isTalk) return;
  if (kind === "move" && data.ply <= page.newest) return;
  const before = kept(page.game);
  if (kind === "taken_back") forget(page.game);
  if (!(await refresh(wanted))) return;
  clearServerNotices();
  if (kind === "taken_back" && before) notify("move", CLEARED);
  else if (before && before.ply <= page.newest) settle(before);
  announce(news(kind, data));
}

function news(kind, data) {
  if (kind === "move") return moveInWords(data);
  if (kind === "analysis") return analysisInWords(data);
  if (kind === "rated") return ratingInWords();
  if (kind === "taken_back") return `${data.player} took ${inWords(data.ply)} back. ${page.status}`;
  const rematch = kind === "rematch" && document.querySelector("#rematch > p");
  return rematch ? rematch.textContent : page.status;
}

/** As the table, which is fresh, says it: not every game is rated. */
function ratingInWords() {
  return document.getElementById("not-rated")?.textContent ?? "The game has been rated.";
}

/** Nothing is said of each step on the way. */
function analysisInWords({ state }) {
  return { done: "The game has been analysed.", failed: "The analysis failed." }[state] ?? "";
}

function moveInWords({ player, text }) {
  const side = { swap: "Black", keep: "White" }[text];
  return side ? `${player} chose ${side} (${text}).` : `${player} played ${text}.`;
}

/** The game has passed the ply of a kept move: with that move, or with another one. */
function settle({ ply, text }) {
  forget(page.game);
  clearNotice("move");
  if (played(ply) === text || sending) return;
  notify("move", "The game has gone on, so the move you were entering was cleared.");
}

/** The move that the table shows for a ply. */
function played(ply) {
  return document.querySelector(`#moves [data-ply="${ply}"]`)?.textContent;
}

function stepKey(event) {
  const target = event.target;
  if (event.key === "Escape" && entry) entry.clear();
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (target.closest("input, textarea, select, [role=application]")) return;
  const ply = { ArrowLeft: page.shown - 1, ArrowRight: page.shown + 1 }[event.key];
  if (ply === undefined || ply < 0 || ply > page.newest) return;
  event.preventDefault();
  step(ply);
}

table.addEventListener("click", (event) => {
  const link = event.target.closest("[data-ply]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const isFromAnalysis = link.closest("#analysis") !== null;
  step(Number(link.dataset.ply)).then(() => isFromAnalysis && showBoard());
});
document.addEventListener("keydown", stepKey);
// What was fetched in the background counts as seen only now, and a notice need not be mailed.
document.addEventListener("visibilitychange", () => unwatched && !document.hidden && refresh(wanted));

start();
if (page.shown < page.newest) wanted = page.shown;
const readTalk = openTalk();
follow(page, {
  onNews: heard,
  onNewVersion: () =>
    notify("version", "The site was updated. Nothing was lost.", { label: "Reload the page", href: page.url }),
  onConnection: (isUp) => {
    if (isUp) clearNotice("connection");
    else notify("connection", "The connection is lost; this page tries again by itself.");
  },
});
