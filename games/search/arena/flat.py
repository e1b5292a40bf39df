"""Flat Monte Carlo, the player that others are measured against: some random moves, and for each
the same number of random games. No tree, nothing learnt."""

from typing import Any

import numpy as np

from games.rules import Move, Position

from ..board import start_of
from ..playouts import count_results
from ..state import TURN, advance, jit, make, move_of, state_of
from .sampling import generator, sample


def flat_move(position: Position, moves: int, games: int, seed: int) -> Move:
    """The best of so many random moves by so many random games each."""
    sets, near = state_of(position)
    board = start_of(position.size)
    return move_of(position, best_of(board, sets, near, moves, games, generator(seed)))


@jit
def best_of(board: int, sets: Any, near: Any, moves: int, games: int, seed: Any) -> Any:
    """The number of the move with which its mover won the most of the random games after it."""
    tried, results = np.zeros(moves, np.int64), np.zeros(4, np.int64)
    count = sample(board, sets, near, tried, seed)
    best, most = np.int64(-1), np.int64(-1)
    for i in range(count):
        now, around = sets.copy(), near.copy()
        make(board, now, around, tried[i])
        results[:] = 0
        seed = count_results(board, now, around, games, advance(seed), results)
        points = 2 * results[np.int64(near[TURN])] + results[2]
        if points > most:
            best, most = tried[i], points
    return best
