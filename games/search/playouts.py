"""Random games to the end."""

from typing import Any

import numpy as np

from .bits import lowest
from .board import CELLS
from .cells import empty
from .scores import lead
from .state import advance, below, draw, is_empty, jit, make


@jit
def play_out(
    board: int, sets: Any, near: Any, open_low: int, open_high: int, seed: Any, room: Any
) -> Any:
    """Play random moves until no placement is left; returns the number of moves and the
    generator's next state. One look at each open cell, in random order, is enough: an empty cell
    that is illegal stays illegal. `room` has place for all cells."""
    count = 0
    for half in range(2):
        word = open_high if half else open_low
        while word:
            room[count] = lowest(word) + 64 * half
            word &= word - 1
            count += 1
    plies = 0
    while count:
        seed = advance(seed)
        at = below(seed, count) & 127
        cell: Any = np.int64(room[at])
        count -= 1
        room[at] = room[count]
        if is_empty(board, near, cell):
            move, seed = draw(board, sets, near, cell, seed)
            if move >= 0:
                make(board, sets, near, move)
                plies += 1
    return plies, seed


@jit
def count_results(board: int, sets: Any, near: Any, games: int, seed: Any, results: Any) -> Any:
    """Play random games from a position; `results` are how many Black won, White won and were
    drawn, and the sum of their moves. Returns the generator's next state."""
    counts, beside = np.zeros(14, np.int64), np.zeros(28, np.int64)
    room = np.zeros(CELLS, np.uint8)
    open_low, open_high = empty(board, sets)
    now, around = sets.copy(), near.copy()
    for _ in range(games):
        now[:] = sets
        around[:] = near
        plies, seed = play_out(board, now, around, open_low, open_high, seed, room)
        ahead = lead(board, now, around, counts, beside)
        results[0 if ahead > 0 else 1 if ahead < 0 else 2] += 1
        results[3] += plies
    return seed
