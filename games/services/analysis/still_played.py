"""Whether an analysis would help somebody in a game that goes on.

Pieces stay where they are to the end of a game. So what the board of a running game has in common
with any board of a finished one lies on the finished one's last board, whichever way it is turned.
"""

from itertools import accumulate

from games.models import Game
from games.rules import Position
from games.rules.symmetry import NUMBERS, Symmetry
from games.rules.tree import after

OPENING = 7
"""With fewer plies games have the same position by chance."""
ALIKE = ((16, 0.65), (12, 0.7), (8, 0.8), (OPENING, 1.0))
"""From so many plies of the running game on, it is as a board on which this share of its pieces
stand. By chance shares are smaller: of 10,620 pairs of games of house players, on all sizes, none
had more than 0.61, 0.61, 0.78 and 0.88."""
PLIES_APART = 6
"""So far the lines of an analysis look; boards further apart help nobody."""


def is_still_played(game: Game) -> bool:
    """Whether a running game stands nearly as a board of this one at most `PLIES_APART` plies
    before or after: turned, mirrored, or with exchanged colours. A game that was over before the
    running one had left its opening was nobody's copy of that."""
    texts = game.moves.order_by("ply").values_list("text", flat=True)
    boards = list(accumulate(texts, after, initial=Position.start(game.size)))
    ways = _ways(boards[-1])
    others = Game.objects.running().filter(
        size=game.size, moves__ply=OPENING, moves__made__lt=game.finished
    )
    return any(
        _is_near(Position.parse(text), plies, boards, ways)
        for plies, text in others.values_list("ply_count", "position")
    )


def _is_near(now: Position, plies: int, boards: list[Position], ways: list[Position]) -> bool:
    least = _alike(plies) * sum(cells.bit_count() for cells in now.sets)
    if not any(_common(now, way) >= least for way in ways):
        return False  # as most games: only the others have to be turned
    near = boards[max(OPENING, plies - PLIES_APART) : plies + PLIES_APART + 1]
    return any(_common(twin, board) >= least for twin in _ways(now) for board in near)


def _alike(plies: int) -> float:
    return next(share for least, share in ALIKE if plies >= least)


def _ways(position: Position) -> list[Position]:
    return [Symmetry.of(number).position(position) for number in range(NUMBERS)]


def _common(one: Position, other: Position) -> int:
    """How many cells have the same on both boards."""
    return sum((a & b).bit_count() for a, b in zip(one.sets, other.sets, strict=True))
