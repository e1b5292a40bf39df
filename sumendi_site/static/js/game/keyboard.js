// A cursor that the arrow keys move over the cells.

const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The cell next to `name` in the direction of an arrow key, or `name` itself at the edge. */
export function step(cells, name, key) {
  const from = cells.get(name);
  const direction = ARROWS[key];
  let best = name;
  let bestCost = Infinity;
  for (const [other, to] of cells) {
    const along = (to.x - from.x) * direction.x + (to.y - from.y) * direction.y;
    const across = Math.abs((to.x - from.x) * direction.y) + Math.abs((to.y - from.y) * direction.x);
    if (along < 1 || across > along) continue;
    // Rows are half a cell apart: up leans to the right and down to the left, which is the way back.
    const cost = along + across + direction.y * (to.x - from.x) * 0.05;
    if (cost < bestCost) [best, bestCost] = [other, cost];
  }
  return best;
}

/** The cell in the middle, where the cursor starts. */
export function middle(cells) {
  const far = ([, cell]) => Math.hypot(cell.x, cell.y);
  return [...cells].reduce((best, cell) => (far(cell) < far(best) ? cell : best))[0];
}

export function isArrow(key) {
  return key in ARROWS;
}
