// Where volcanoes can spill, and how many ways there are to give each its own target. As
// games/rules/spills.py: a set of spills is legal if and only if each target can be reached on the
// board with the new volcano and before any spill, and all targets differ.

/** The cells, in board order, on which a volcano of that height can leave lava. */
export function reach(board, source, height, isTaken) {
  const cells = [];
  for (const ray of board.rays[source]) {
    for (let steps = 0; steps < height && steps < ray.length && !isTaken(ray[steps]); steps += 1) {
      cells.push(ray[steps]);
    }
  }
  return cells.sort((a, b) => a - b);
}

/** Whether every source can have a target of its own. */
export function hasChoice(reaches) {
  if (reaches.every((cells) => cells.length >= reaches.length)) return true;
  return reaches.every((cells) => cells.length > 0) && countChoices(reaches) > 0;
}

/** The number of ways to choose one target from each list so that all targets differ. */
export function countChoices(reaches) {
  if (reaches.length === 0) return 1;
  const [first, ...others] = reaches;
  let total = first.length * countChoices(others);
  // Less those in which another source took a cell of the first.
  others.forEach((other, i) => {
    const both = other.filter((cell) => first.includes(cell));
    if (both.length > 0) total -= countChoices(others.map((cells, j) => (j === i ? both : cells)));
  });
  return total;
}

/** Every way to choose one target from each list so that all differ, in board order. */
export function* choices(reaches, taken = []) {
  if (reaches.length === 0) {
    yield taken;
    return;
  }
  const [first, ...others] = reaches;
  for (const target of first) {
    if (!taken.includes(target)) yield* choices(others, [...taken, target]);
  }
}
