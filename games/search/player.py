"""A house level's ply, as text.

So that games differ, a level offers its first volcano by lot, and in the opening draws among the
moves that its search likes nearly as well as the best one. The lot follows from the seed: the same
question gives the same answer.
"""

import random

from games.house.bots import KEEP, SIDE_CHOICE_PLY, SWAP
from games.house.levels import Level
from games.rules import Move, Position

from .engine import Found, Limits, search
from .openings import is_even, offers

LAST_VARIED_PLY = 8
"""The third move of either player, the choice of a side not counted."""
NEARLY_AS_OFTEN = 0.8
NEARLY_AS_GOOD = 0.02


def answer(level: Level, position: Position, ply: int, seed: int) -> str:
    """The text of this ply: a move, and ``swap`` or ``keep`` at ply 2, in the position before it.

    Raises ValueError for a position that is over.
    """
    source = random.Random(seed)  # noqa: S311  a game, not a secret
    if ply == 1:
        return source.choice(offers(position.size))
    if ply == SIDE_CHOICE_PLY:
        return _side(level, position, seed)
    found = _searched(level, position, seed)
    return str(_one_of_the_best(found, source) if ply <= LAST_VARIED_PLY else found.move)


def _side(level: Level, position: Position, seed: int) -> str:
    """To take over what the table calls better for Black. Where it is even the search decides: by
    the chances of White, who is to move and whom the second player would keep."""
    (cell,) = position.cells()
    if not is_even(position.size, cell):
        return SWAP
    return SWAP if _searched(level, position, seed).chance < 0.5 else KEEP


def _searched(level: Level, position: Position, seed: int) -> Found:
    return search(position, Limits(level.simulations), seed=seed, solve=level.solver)


def _one_of_the_best(found: Found, source: random.Random) -> Move:
    best = found.choices[0]
    alike = [
        choice.move
        for choice in found.choices
        if choice.visits >= NEARLY_AS_OFTEN * best.visits
        and choice.chance >= best.chance - NEARLY_AS_GOOD
    ]
    return source.choice(alike)
