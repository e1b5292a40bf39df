// The geometry of a board, worked out once for each size. As games/rules/board.py.
//
// Cells are numbered in board order: by row letter, then by number. A board is
// { size, names, index, axes, rays, neighbours }: names[i] is the name of cell i and index its
// inverse, axes[i] its [row, number], rays[i] the up to six lines of cells that run from it, and
// neighbours[i] the first cell of each of them, in board order.

export const SIZES = [5, 6, 7];
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [0, -1], [-1, 0], [-1, -1]];
const boards = new Map();

/** The board of that size, which must be one of SIZES. */
export function getBoard(size) {
  if (!boards.has(size)) boards.set(size, makeBoard(size));
  return boards.get(size);
}

/** The number of steps along a straight line, or null if no line joins the two cells. */
export function distance(board, start, end) {
  const rows = board.axes[end][0] - board.axes[start][0];
  const numbers = board.axes[end][1] - board.axes[start][1];
  const inLine = rows === 0 || numbers === 0 || rows === numbers;
  return inLine && start !== end ? Math.max(Math.abs(rows), Math.abs(numbers)) : null;
}

/** The rows from the bottom up, each a list of cells from left to right. */
export function rowsOf(board) {
  const rows = Array.from({ length: 2 * board.size - 1 }, () => []);
  board.axes.forEach(([row], cell) => rows[row].push(cell));
  return rows;
}

function makeBoard(size) {
  const axes = axesOf(size);
  const names = axes.map(([row, number]) => String.fromCharCode(97 + row) + number);
  const index = new Map(names.map((name, cell) => [name, cell]));
  const at = new Map(axes.map((axis, cell) => [axis.join(), cell]));
  const rays = axes.map((axis) => DIRECTIONS.map((step) => ray(at, axis, step)).filter((cells) => cells.length));
  const neighbours = rays.map((lines) => lines.map(([first]) => first).sort((a, b) => a - b));
  return { size, names, index, axes, rays, neighbours };
}

function axesOf(size) {
  const axes = [];
  const last = 2 * size - 1;
  for (let row = 0; row < last; row += 1) {
    const end = Math.min(last, size + row);
    for (let number = Math.max(1, row - size + 2); number <= end; number += 1) axes.push([row, number]);
  }
  return axes;
}

function ray(at, [row, number], [up, along]) {
  const cells = [];
  for (let steps = 1; ; steps += 1) {
    const cell = at.get([row + steps * up, number + steps * along].join());
    if (cell === undefined) return cells;
    cells.push(cell);
  }
}
