// A tap on a cell of the explorer's board goes where the move of that cell, or its twin, goes.

const board = document.getElementById("board");
const links = [...document.querySelectorAll(".continuations a[data-cells]")];
const leadingFrom = (cell) => links.filter((link) => link.dataset.cells.split(" ").includes(cell));

for (const cell of board.querySelectorAll("[data-cell]")) {
  if (leadingFrom(cell.dataset.cell).length > 0) cell.dataset.open = "";
}
board.querySelector("svg").classList.add("open");

board.addEventListener("click", (event) => {
  const cell = event.target.closest("[data-cell]")?.dataset.cell;
  const [link, ...others] = leadingFrom(cell);
  if (!link) return;
  // With several ways to spill the reader chooses.
  if (others.length === 0) link.click();
  else link.focus();
});
