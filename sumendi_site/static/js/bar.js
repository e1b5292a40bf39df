// Keeps the two numbers in the bar right while the page is in sight: new notices, and games that
// wait for the reader.

import { listen } from "./stream.js";

const bell = document.getElementById("bell");

let stop = () => {};

async function ask(address) {
  try {
    const answer = await fetch(address, { redirect: "manual" });
    if (answer.type === "opaqueredirect" || answer.status === 401) tellSignedOut();
    return answer.ok ? answer : null;
  } catch {
    return null; // No network: the stream says "hello" when there is one again.
  }
}

async function count() {
  const answer = await ask(bell.dataset.count);
  if (answer) show((await answer.json()).unseen);
}

function show(unseen) {
  const number = bell.querySelector(".bell-count");
  number.textContent = unseen > 99 ? "99+" : String(unseen);
  number.hidden = unseen === 0;
  bell.querySelector(".bell-words").textContent = unseen === 0 ? "" : "new";
}

// The page of a game puts another pill there when it refreshes its table.
const pill = () => document.getElementById("waiting");

async function countGames() {
  const answer = await ask(pill().dataset.refresh);
  if (answer) pill().outerHTML = await answer.text();
}

// Signed out in another tab: none of these numbers is this reader's any more.
function tellSignedOut() {
  stop();
  bell.hidden = true;
  pill().hidden = false;
  pill().href = "";
  pill().textContent = "You are signed out";
}

function countBoth() {
  count();
  countGames();
}

if (bell) {
  // "hello" comes after each connection: something may have been missed before it.
  const kinds = ["hello", ...bell.dataset.kinds.split(" ")];
  const listeners = Object.fromEntries(kinds.map((kind) => [kind, countBoth]));
  stop = listen(() => bell.dataset.events, listeners, count);
}
