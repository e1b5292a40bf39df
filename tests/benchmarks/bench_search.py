"""How fast the search is: `python tests/benchmarks/bench_search.py [--quick]`.

Prints figures, asserts none: seconds of the processor, on one core, with the kernels compiled
before. `--quick` takes a tenth of the games and positions.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np

from games.rules import SIZES, Position
from games.search.board import start_of
from games.search.playouts import count_results
from games.search.solver import placements, prove
from games.search.state import state_of
from games.search.warm import warm
from tests.games.search.small import WORTH, endings, minimax
from tests.rules.strategies import random_game

GAMES = {5: "", 6: "goal 240,000, at least 150,000; Ludii 301, C 490,000", 7: ""}
BY_PLACEMENTS = ((1, 10), (11, 14), (15, 17))


def main(share: float) -> None:
    print(f"The kernels were ready after {warm():.1f} s.")
    for size, goal in GAMES.items():
        bench_games(size, int(100_000 * share), goal)
    last = list(last_turns(int(200 * share)))
    for least, most in BY_PLACEMENTS:
        bench_proofs([p for p in last if least <= placements(p) <= most], least, most)
    compare_with_minimax(int(600 * share))


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def bench_games(size: int, games: int, goal: str) -> None:
    results = np.zeros(4, np.int64)
    start = start_of(size), *state_of(Position.start(size))
    took = seconds(lambda: count_results(*start, games, np.uint64(1), results))
    print(f"Random games from the start on size {size}: {games / took:,.0f} a second   {goal}")


def last_turns(games: int) -> Iterator[Position]:
    """All positions of random games that have few placements."""
    for seed in range(games):
        for position in random_game(SIZES[seed % len(SIZES)], seed)[-20:]:
            if 1 <= placements(position) <= BY_PLACEMENTS[-1][1]:
                yield position


def bench_proofs(positions: list[Position], least: int, most: int) -> None:
    taken, made = [], []
    for position in positions:
        begun = time.process_time()
        proof = prove(position, most_placements=most, most_nodes=1_000_000)
        taken.append(time.process_time() - begun)
        made.append(proof.nodes if proof else 1_000_000)
    open_after = [sum(nodes >= limit for nodes in made) for limit in (100_000, 1_000_000)]
    print(
        f"{len(positions)} positions with {least} to {most} placements: median "
        f"{statistics.median(taken):.4f} s, worst {max(taken):.3f} s, "
        f"{sum(made) / sum(taken):,.0f} nodes a second; not proved with 100,000 nodes: "
        f"{open_after[0]}, with 1,000,000: {open_after[1]}"
        f"{'   goal: none takes 1 s' if most <= 14 else ''}"
    )


def compare_with_minimax(count: int) -> None:
    positions = list(islice(endings(count, placements=7, moves=15), count))
    differ = sum(WORTH[proof.result] != minimax(p) for p in positions if (proof := prove(p)))
    unproved = sum(prove(p) is None for p in positions)
    print(
        f"{len(positions)} endings against plain minimax: {differ} differ, {unproved} not proved   "
        "goal: none"
    )


if __name__ == "__main__":
    main(0.1 if "--quick" in sys.argv[1:] else 1)
