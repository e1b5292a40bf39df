"""Whether an analysis would help somebody in a game that goes on.

Pieces stay where they are to the end of a game. So what both games have had on the board lies on
the last board of each, whichever way that is turned.
"""

from collections.abc import Iterator
from itertools import accumulate, groupby
from operator import itemgetter

from django.db.models import QuerySet

from games.models import Game
from games.models import Move as Ply
from games.models.game import GameQuerySet
from games.rules import Move, Position
from games.rules.board import Board
from games.rules.plies import SIDE_CHOICES
from games.rules.symmetry import NUMBERS, Symmetry, key
from games.rules.tree import after

COMMON_PLIES = 7
"""From so many plies on no two games have the same position by chance."""
TELLING_PLIES = 10
ALIKE = 0.8
"""From `TELLING_PLIES` on no two games have this share of the pieces in common by chance: of 28,000
pairs of games of house players, on sizes 5 and 6, none had more than 0.75."""
PLIES_APART = 6
"""So far the lines of an analysis look: the same moves in another order help no further back, and
what a game left longer ago helps nobody in it."""


def is_still_played(game: Game) -> bool:
    """Whether a running game had, of late, a position of this one after its opening, or stands
    nearly as one of its boards, or can still come to one: turned, mirrored, or with exchanged
    colours, and at most `PLIES_APART` plies away."""
    boards = _boards(game.size, _texts(game.moves.all()).get(game.pk, []))
    ways = [way.position(boards[-1]) for way in map(Symmetry.of, range(NUMBERS))]
    running = Game.objects.running().filter(size=game.size, ply_count__gte=COMMON_PLIES)
    return _shares_positions(running, boards, ways) or _comes_near(running, boards, ways)


def _shares_positions(running: GameQuerySet, boards: list[Position], ways: list[Position]) -> bool:
    keys = {key(board) for board in boards[COMMON_PLIES:]}
    return any(
        key(board) in keys
        for others in _with_the_opening_on(running, ways)
        for board in others[max(COMMON_PLIES, len(others) - 1 - PLIES_APART) :]
    )


def _with_the_opening_on(running: GameQuerySet, ways: list[Position]) -> Iterator[list[Position]]:
    """The boards of the games whose first volcanoes all stand there: hardly ever others than those
    that are looked for, so that few games are played through."""
    openings = _texts(Ply.objects.filter(game__in=running, ply__lte=COMMON_PLIES))
    near = [pk for pk, texts in openings.items() if _stand_on(ways, texts)]
    for texts in _texts(Ply.objects.filter(game__in=near)).values():
        yield _boards(ways[0].size, texts)


def _stand_on(ways: list[Position], texts: list[str]) -> bool:
    black, white = _volcanoes(ways[0].board, texts)
    return any(not (black & ~way.black or white & ~way.white) for way in ways)


def _volcanoes(board: Board, texts: list[str]) -> tuple[int, int]:
    """The cells on which Black and White have placed."""
    placed = [
        1 << board.index[Move.parse(text).placement] for text in texts if text not in SIDE_CHOICES
    ]
    return sum(placed[::2]), sum(placed[1::2])


def _comes_near(running: GameQuerySet, boards: list[Position], ways: list[Position]) -> bool:
    for plies, text in running.values_list("ply_count", "position"):
        least = ALIKE if plies >= TELLING_PLIES else 1.0
        now = Position.parse(text)
        if not any(_share(now, way) >= least for way in ways):
            continue
        twins = [Symmetry.of(number).position(now) for number in range(NUMBERS)]
        later = boards[plies : plies + PLIES_APART + 1]
        if any(_share(twin, board) >= least for board in later for twin in twins):
            return True
    return False


def _share(early: Position, late: Position) -> float:
    """Of the pieces of one board, those that stand on the other one as well."""
    common = sum((a & b).bit_count() for a, b in zip(early.sets, late.sets, strict=True))
    return common / sum(cells.bit_count() for cells in early.sets)


def _boards(size: int, texts: list[str]) -> list[Position]:
    """By the plies before it."""
    return list(accumulate(texts, after, initial=Position.start(size)))


def _texts(plies: QuerySet[Ply]) -> dict[int, list[str]]:
    """By game."""
    rows = plies.order_by("game", "ply").values_list("game_id", "text")
    return {pk: [text for _, text in of_one] for pk, of_one in groupby(rows, key=itemgetter(0))}
