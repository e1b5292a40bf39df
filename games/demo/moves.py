"""Moves for demo games: not strong, but no nonsense either."""

import random

from games.rules import Move, Position, Side, Spill

SAMPLES = 6
TRIES = 20


def pick_move(position: Position, source: random.Random) -> Move:
    """The best of a few random moves, by the score if the game ended after it."""
    side = position.turn
    moves = [_random_move(position, source) for _ in range(SAMPLES)]
    return max(moves, key=lambda move: _lead(position.play(move), side))


def _random_move(position: Position, source: random.Random) -> Move:
    placement = source.choice(position.placements())
    targets = position.targets(placement)
    for _ in range(TRIES):
        chosen = {volcano: source.choice(cells) for volcano, cells in targets.items()}
        if len(set(chosen.values())) == len(chosen):
            return Move(placement, tuple(Spill(*pair) for pair in chosen.items()))
    return position.first_move(placement)


def _lead(position: Position, side: Side) -> int:
    """By how much `side` leads, a lower height counting for more than all higher ones."""
    lead = 0
    for level in position.score().levels:
        lead = lead * 100 + level.black - level.white
    return lead if side == Side.BLACK else -lead
