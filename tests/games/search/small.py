"""Positions near their end, and what follows from the rules alone."""

import random
from collections.abc import Iterator

from games.rules import SIZES, Position, PositionError, Result, Side
from tests.rules.strategies import random_game

WORTH = {Result.BLACK: 1, Result.DRAW: 0, Result.WHITE: -1}
"""To Black."""


def minimax(position: Position) -> int:
    """What a position is worth to Black with best play of both: every line is played to its end."""
    if position.is_over:
        return WORTH[position.score().result]
    best = max if position.turn is Side.BLACK else min
    return best(minimax(position.play(move)) for move in position.moves())


def endings(games: int, *, placements: int, moves: int) -> Iterator[Position]:
    """The last positions of random games with at most so many placements and full moves."""
    for seed in range(games):
        for size in SIZES:
            for position in random_game(size, seed)[-6:]:
                is_small = len(position.placements()) <= placements
                if is_small and position.count_moves() <= moves:
                    yield position


def crowded(size: int, seed: int, volcanoes: int = 8) -> Position:
    """A full board but for a few cells: unlike games, these are drawn now and then."""
    rng = random.Random(seed)
    board = Position.start(size).board
    while True:
        cells = rng.sample(range(len(board.cells)), len(board.cells))
        sets = [0, 0, 0, 0]
        for i, cell in enumerate(cells[rng.randint(3, 6) :]):
            sets[rng.randrange(2) + (2 if i >= volcanoes else 0)] |= 1 << cell
        try:
            return Position.parse(str(Position(board, rng.choice(list(Side)), *sets)))
        except PositionError:
            continue  # one of its volcanoes would have no height
