"""Whether an analysis would help somebody in a game that goes on.

Pieces stay where they are to the end of a game. So what both games have had on the board lies on
the last board of each, whichever way that is turned.
"""

from itertools import accumulate, groupby
from operator import itemgetter

from django.db.models import QuerySet

from games.models import Game
from games.models import Move as Ply
from games.rules import Move, Position
from games.rules.board import Board
from games.rules.plies import SIDE_CHOICES
from games.rules.symmetry import NUMBERS, Symmetry, key
from games.rules.tree import after

COMMON_PLIES = 7
"""From so many plies on no two games have the same position by chance."""
PLIES_AHEAD = 6
"""So far the lines of an analysis look: the same moves in another order help no further back."""


def is_still_played(game: Game) -> bool:
    """Whether a running game had a position of this one after its opening, or can still come to one
    of its boards within `PLIES_AHEAD`: turned, mirrored, or with exchanged colours."""
    boards = _boards(game.size, _texts(game.moves.all()).get(game.pk, []))
    keys = {key(board) for board in boards[COMMON_PLIES:]}
    others = _with_the_opening_on(boards[-1])
    return any(
        not keys.isdisjoint(map(key, running[COMMON_PLIES:])) or _comes_near(running, boards)
        for running in (_boards(game.size, texts) for texts in others)
    )


def _with_the_opening_on(last: Position) -> list[list[str]]:
    """The plies of the running games whose first volcanoes all stand there: hardly ever others
    than those that are looked for, so that few games are played through."""
    running = Game.objects.running().filter(size=last.size, ply_count__gte=COMMON_PLIES)
    ways = [way.position(last) for way in map(Symmetry.of, range(NUMBERS))]
    openings = _texts(Ply.objects.filter(game__in=running, ply__lte=COMMON_PLIES))
    near = [pk for pk, texts in openings.items() if _stand_on(ways, texts)]
    return list(_texts(Ply.objects.filter(game__in=near)).values())


def _stand_on(ways: list[Position], texts: list[str]) -> bool:
    black, white = _volcanoes(ways[0].board, texts)
    return any(not (black & ~way.black or white & ~way.white) for way in ways)


def _volcanoes(board: Board, texts: list[str]) -> tuple[int, int]:
    """The cells on which Black and White have placed."""
    placed = [
        1 << board.index[Move.parse(text).placement] for text in texts if text not in SIDE_CHOICES
    ]
    return sum(placed[::2]), sum(placed[1::2])


def _comes_near(running: list[Position], boards: list[Position]) -> bool:
    plies = len(running) - 1
    twins = [Symmetry.of(number).position(running[-1]) for number in range(NUMBERS)]
    return any(
        _lies_on(twin, board) for board in boards[plies : plies + PLIES_AHEAD + 1] for twin in twins
    )


def _lies_on(early: Position, late: Position) -> bool:
    return not any(before & ~after for before, after in zip(early.sets, late.sets, strict=True))


def _boards(size: int, texts: list[str]) -> list[Position]:
    """By the plies before it."""
    return list(accumulate(texts, after, initial=Position.start(size)))


def _texts(plies: QuerySet[Ply]) -> dict[int, list[str]]:
    """By game."""
    rows = plies.order_by("game", "ply").values_list("game_id", "text")
    return {pk: [text for _, text in of_one] for pk, of_one in groupby(rows, key=itemgetter(0))}
