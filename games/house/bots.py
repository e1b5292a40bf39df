"""Who the house players are besides the levels, and what those answer that do not search."""

import random

from games.rules import Position

from . import moves
from .levels import LEVELS, Level

SWAP, KEEP = "swap", "keep"
SIDE_CHOICE_PLY = 2

RANDOM = Level("random", "Random", 0, False, "Makes any legal move.")
GREEDY = Level(
    "greedy",
    "Greedy",
    0,
    False,
    "Takes the move after which its score would be best, no deeper. It has retired: the games that "
    "it plays go on to their end, and it begins no more.",
    66,
)
PLAYERS = (RANDOM, *LEVELS)
"""Those who play with anybody."""
RETIRED = (GREEDY,)
"""Those who only finish their games."""


def simple_answer(player: Level, position: Position, ply: int, source: random.Random) -> str:
    """The text of a ply of one that does not search: a move, and ``swap`` or ``keep`` at ply 2."""
    if player == GREEDY:
        return _greedy_answer(position, ply, source)
    if ply == SIDE_CHOICE_PLY:
        return source.choice((SWAP, KEEP))
    return str(moves.random_move(position, source))


def _greedy_answer(position: Position, ply: int, source: random.Random) -> str:
    """It takes a volcano that can still spill in every direction: one off the edge."""
    if ply != SIDE_CHOICE_PLY:
        return str(moves.greedy_move(position, source))
    (volcano,) = position.cells().values()
    return SWAP if int(volcano[1]) >= moves.FULL_HEIGHT else KEEP
