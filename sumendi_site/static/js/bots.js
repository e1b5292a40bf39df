// Pages of bots follow what happens while they are looked at, and take dropped files.

import { keepFresh } from "./refresh.js";

const SECONDS = 3;

// Only what has something under way looks again.
for (const region of document.querySelectorAll("[data-refresh]")) {
  keepFresh(region, SECONDS, () => region.querySelector("[data-busy]") !== null);
}

for (const zone of document.querySelectorAll(".drop")) {
  const input = zone.querySelector("input[type=file]");
  const highlight = (over) => zone.classList.toggle("drop-over", over);
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    highlight(true);
  });
  zone.addEventListener("dragleave", () => highlight(false));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    highlight(false);
    if (event.dataTransfer.files.length === 0) return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
