// A tap on a cell of the explorer's board goes where the move of that cell goes.

const board = document.getElementById("board");
const links = [...document.querySelectorAll(".continuations a[data-cell]")];
const names = new Set(links.map((link) => link.dataset.cell));

for (const cell of board.querySelectorAll("[data-cell]")) {
  if (names.has(cell.dataset.cell)) cell.dataset.open = "";
}
board.querySelector("svg").classList.add("open");

board.addEventListener("click", (event) => {
  const cell = event.target.closest("[data-cell]")?.dataset.cell;
  const [link, ...others] = links.filter((one) => one.dataset.cell === cell);
  if (!link) return;
  // With several ways to spill the reader chooses.
  if (others.length === 0) link.click();
  else link.focus();
});
