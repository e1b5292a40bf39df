"""Sets of cells, two words each (see `board`)."""

from typing import Any

import numpy as np

from .bits import lowest, popcount
from .board import CELLS, NUMBER
from .state import below, inlined, jit


@jit
def whole(board: int) -> Any:
    """The set of all cells of the board."""
    beyond = NUMBER[board // CELLS] - 64
    if beyond < 0:
        return (np.int64(1) << (64 + beyond)) - 1, np.int64(0)
    return np.int64(-1), (np.int64(1) << beyond) - 1


@inlined
def taken(sets: Any, half: int) -> Any:
    """The first or second word of the set of cells that hold a piece."""
    return sets[half] | sets[2 + half] | sets[4 + half] | sets[6 + half]


@jit
def empty(board: int, sets: Any) -> Any:
    """The set of the empty cells."""
    low, high = whole(board)
    return low & ~taken(sets, 0), high & ~taken(sets, 1)


@inlined
def member(low: Any, high: Any, seed: Any) -> Any:
    """Any cell of a set."""
    in_low = popcount(low)
    at = below(seed, in_low + popcount(high))
    word = low
    base = 0
    if at >= in_low:
        word = high
        base = 64
        at -= in_low
    for _ in range(at):
        word &= word - 1
    return lowest(word) + base
