"""How fast the search is: `python tests/benchmarks/bench_search_tree.py`. Prints figures, asserts
none.

Simulations a second of the recommended search, over all moves of games with itself, by the clock of
the process; of some games the fastest counts, since other programs take from the others. The goal
for size 6 is half of what the same search does in C.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.rules import SIZES, Position
from games.search.engine import Limits, search

SIMULATIONS = 2_000
GAMES = 5
GOALS = {6: "at least 100,000, goal 175,000"}


def speed(size: int, seed: int) -> float:
    """Simulations a second in one game."""
    position, seconds, made = Position.start(size), 0.0, 0
    while not position.is_over:
        start = time.process_time()
        found = search(position, Limits(SIMULATIONS), seed=seed)
        seconds += time.process_time() - start
        made += found.simulations
        position = position.play(found.move)
    return made / seconds


def main() -> None:
    for size in SIZES:
        search(Position.start(size), Limits(10), seed=0)
        fastest = max(speed(size, seed) for seed in range(GAMES))
        goal = f" ({GOALS[size]})" if size in GOALS else ""
        print(f"size {size}, {SIMULATIONS:,} a move: {fastest:,.0f} simulations a second{goal}")


if __name__ == "__main__":
    main()
