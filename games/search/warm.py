"""Compile all kernels, or load what was compiled before: `python -m games.search.warm`.

A worker does this before its first turn. The first time takes about half a minute; who comes
meanwhile waits and then loads.
"""

import logging
import sys
import time
from collections.abc import Callable

import numpy as np

from games.rules import Position

from . import cache, engine, solver
from .board import start_of
from .playouts import count_results
from .state import state_of

logger = logging.getLogger(__name__)


def warm() -> float:
    """Have each kernel that Python calls ready for the arguments it gets. Returns the seconds."""
    begun = time.perf_counter()
    with cache.loading():
        _call_all()
    cache.forget_others()
    return time.perf_counter() - begun


def _call_all() -> None:
    """Damaged files are removed; when it fails even then, nothing can be kept: the disk is full."""
    for mend in (cache.clear, cache.keep_nothing):
        try:
            for call in CALLS:
                call()
        except Exception:
            logger.warning("Compiled code cannot be loaded or kept", exc_info=True)
            mend()
        else:
            return
    for call in CALLS:
        call()


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
