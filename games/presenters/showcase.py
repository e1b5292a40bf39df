"""The board on the front page: a real position, the freshest that the site has."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.utils.safestring import SafeString

from games.models import Game, GameStatus
from games.rules import Position
from games.services.placing import replay

from .lists import Listed, Reader, listed, picture

ENOUGH_PLIES = 8
SIZE = 5
MOVES = """\
    h9 keep c1 e8 b1:c1-f4 f9:e8-f8 c2:b1-a1,c1-d1 g9:f9-e9,h9-h8 i5 d7:e8-e5 e1 a3 a2:a3-b4 i8 f3
    i9:h9-e6,i8-h7 f2:e1-e2,f3-g4 d8:d7-d2,e8-e7 g5 b6 h5:g5-g6,i5-i6 b3:a2-b2,a3-a4 f5:g5-i7
    c3:b3-c4,c2-d3
"""


@dataclass(frozen=True)
class Showcase:
    board: SafeString
    game: Game | None


def showcase(reader: Reader, now: datetime, newest: Sequence[Listed] = ()) -> Showcase:
    """The running game that moved last; else the game that ended last; else an example. Only what
    is not among the `newest`, the running games that moved last, is read once more."""
    for row in newest:
        if row.game.ply_count >= ENOUGH_PLIES:
            return _of_game(row)
    advanced = Game.objects.filter(ply_count__gte=ENOUGH_PLIES)
    for games in (
        advanced.running().order_by("-turn_started"),
        advanced.filter(status=GameStatus.FINISHED).order_by("-finished"),
    ):
        for found in listed(games[:1], reader, now):
            return _of_game(found)
    return Showcase(picture(str(example()), MOVES.split()[-1], reader), None)


def _of_game(found: Listed) -> Showcase:
    return Showcase(found.board_with_coordinates, found.game)


@cache
def example() -> Position:
    """The position of a site on which nobody has played yet."""
    return replay(SIZE, MOVES.split())
