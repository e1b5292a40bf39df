"""Moves chosen without looking ahead. No search here ever lists all full moves: of the many ways
to spill that a placement can have, a few are drawn."""

import random
from collections.abc import Iterable

from games.rules import Move, Position, Side, Spill

FULL_HEIGHT = 6
WAYS_TO_SPILL = 6
TRIES = 20
FEW = 6


def random_move(position: Position, source: random.Random) -> Move:
    """Any move: first any placement, then any of its ways to spill."""
    return _move_on(position, source.choice(position.placements()), source)


def best_of_few(position: Position, source: random.Random) -> Move:
    """The best of a few random moves: not strong, but no nonsense either."""
    return _best(position, [random_move(position, source) for _ in range(FEW)])


def greedy_move(position: Position, source: random.Random) -> Move:
    """The best by the score as it would stand then, among `WAYS_TO_SPILL` of each placement."""
    placements = [cell for cell in position.placements() for _ in range(WAYS_TO_SPILL)]
    moves = {_move_on(position, placement, source) for placement in placements}
    return _best(position, sorted(moves, key=str))


def _move_on(position: Position, placement: str, source: random.Random) -> Move:
    targets = position.targets(placement)
    for _ in range(TRIES):
        chosen = {volcano: source.choice(cells) for volcano, cells in targets.items()}
        if len(set(chosen.values())) == len(chosen):
            return Move(placement, tuple(Spill(*pair) for pair in chosen.items()))
    return position.first_move(placement)


def _best(position: Position, moves: Iterable[Move]) -> Move:
    side = position.turn
    return max(moves, key=lambda move: _lead(position.play(move), side))


def _lead(position: Position, side: Side) -> float:
    """How far `side` is ahead. The heights are compared from the lowest up, so each counts for
    less than the one below it, and for much less when that one is already common."""
    lead, weight = 0.0, 1.0
    for level in position.score().levels:
        lead += weight * (level.black - level.white)
        weight *= 0.3 if level.black_volcanoes and level.white_volcanoes else 0.6
    return lead if side == Side.BLACK else -lead
