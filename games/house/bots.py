"""Who the house bots are, and what each of them answers."""

import random
from enum import StrEnum

from games.rules import Position
from games.rules.plies import SIDE_CHOICE_PLY

from . import moves

SWAP, KEEP = "swap", "keep"


class HouseBot(StrEnum):
    """A house bot by the code that forms send. Its account has the `username`."""

    GREEDY = "greedy"
    RANDOM = "random"

    @property
    def username(self) -> str:
        return f"house-{self}"

    @property
    def about(self) -> str:
        if self is HouseBot.GREEDY:
            return "A house bot. It takes the move after which its score would be best, no deeper."
        return "A house bot. It makes any legal move."

    def answer(self, position: Position, ply: int, source: random.Random) -> str:
        """The text of this bot's ply: a move, and ``swap`` or ``keep`` at ply 2."""
        if ply == SIDE_CHOICE_PLY:
            return self._side(position, source)
        if self is HouseBot.GREEDY:
            return str(moves.greedy_move(position, source))
        return str(moves.random_move(position, source))

    def _side(self, position: Position, source: random.Random) -> str:
        """Greedy takes a volcano that can still spill in every direction: one off the edge."""
        if self is HouseBot.RANDOM:
            return source.choice((SWAP, KEEP))
        (volcano,) = position.cells().values()
        return SWAP if int(volcano[1]) >= moves.FULL_HEIGHT else KEEP
