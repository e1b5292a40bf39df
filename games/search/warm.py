"""Compile all kernels, or load what was compiled before: `python -m games.search.warm`.

A worker does this before its first turn. The first time takes about half a minute; who comes
meanwhile waits and then loads.
"""

import fcntl
import sys
import time
from collections.abc import Callable

import numpy as np

from games.rules import Position

from . import cache, engine, solver
from .board import start_of
from .playouts import count_results
from .state import state_of


def warm() -> float:
    """Have each kernel that Python calls ready for the arguments it gets. Returns the seconds."""
    begun = time.perf_counter()
    cache.folder().mkdir(parents=True, exist_ok=True)
    with (cache.folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for call in CALLS:
            call()
    cache.forget_others()
    return time.perf_counter() - begun


def _play_out() -> None:
    start = Position.start(5)
    results = np.zeros(4, np.int64)
    count_results(start_of(5), *state_of(start), 1, np.uint64(1), results)


def _solve() -> None:
    start = Position.start(5)
    solver.prove(start)
    solver.placements(start)


def _search() -> None:
    engine.search(Position.start(5), engine.Limits(20), seed=1)


CALLS: tuple[Callable[[], None], ...] = (_play_out, _solve, _search)

if __name__ == "__main__":
    sys.stdout.write(f"The kernels of the search are ready after {warm():.1f} s.\n")
