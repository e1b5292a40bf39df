// Keeps the number beside the bell right while the page is in sight.

import { listen } from "./stream.js";

const bell = document.getElementById("bell");

async function count() {
  try {
    const answer = await fetch(bell.dataset.count);
    if (answer.ok) show((await answer.json()).unseen);
  } catch {
    // No network: the stream says "hello" when there is one again.
  }
}

function show(unseen) {
  const number = bell.querySelector(".bell-count");
  number.textContent = unseen > 99 ? "99+" : String(unseen);
  number.hidden = unseen === 0;
  bell.querySelector(".bell-words").textContent = unseen === 0 ? "" : "new";
}

if (bell) {
  // "hello" comes after each connection: something may have been missed before it.
  const kinds = ["hello", ...bell.dataset.kinds.split(" ")];
  listen(() => bell.dataset.events, Object.fromEntries(kinds.map((kind) => [kind, count])));
}
