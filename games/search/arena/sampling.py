"""Random moves."""

from typing import Any

import numpy as np

from games.rules import Move, Position

from ..board import start_of
from ..cells import empty, member
from ..state import advance, draw, jit, move_of, state_of

TRIES = 4
"""Random moves are drawn this often for each that is wanted: many may be the same."""


def generator(seed: int) -> np.uint64:
    """The state that a generator of `state.advance` begins with: bits all over the word."""
    return np.uint64((seed * 2 + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1)


def random_move(position: Position, seed: int) -> Move:
    """Any placement, then any of its spills."""
    sets, near = state_of(position)
    found = np.zeros(1, np.int64)
    sample(start_of(position.size), sets, near, found, generator(seed))
    return move_of(position, int(found[0]))


@jit
def sample(board: int, sets: Any, near: Any, moves: Any, seed: Any) -> int:
    """Fill `moves` with different random ones; returns how many were found."""
    low, high = empty(board, sets)
    count = 0
    for _ in range(TRIES * len(moves) + 128):
        if count == len(moves) or not low | high:
            break
        seed = advance(seed)
        cell = member(low, high, seed)
        move, seed = draw(board, sets, near, cell, seed)
        if move < 0:
            low &= ~(np.int64(1) << cell if cell < 64 else 0)
            high &= ~(np.int64(1) << (cell - 64) if cell >= 64 else 0)
        elif not holds(moves, count, move):
            moves[count] = move
            count += 1
    return count


@jit
def holds(numbers: Any, count: Any, number: Any) -> Any:
    """Whether a number is one of the first `count`."""
    for i in range(count):  # noqa: SIM110  compiled: no generators
        if numbers[i] == number:
            return True
    return False
