"""The rows of one game: which positions it had, and what came of it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from games.models import ArchivedPosition, Move, Result, ResultEvent, Termination
from games.models.result_event import ResultKind
from games.rules import Position, Side
from games.rules.plies import SIDE_CHOICE_PLY
from games.rules.symmetry import identify
from games.services.placing import SWAP

from .ratings import UNKNOWN, Pair, lower

WON = 2
COLUMNS = (
    *("game_id", "ply", "key", "next_key", "symmetry", "points", "swapped"),
    *("rated", "bots", "rating", "year", "finished"),
)
"""All that a row says."""

POINTS_OF_BLACK = {Result.BLACK.value: WON, Result.DRAW.value: 1, Result.WHITE.value: 0}


def rows_of(
    event: ResultEvent, texts: Iterable[str], ratings: Pair = UNKNOWN
) -> list[ArchivedPosition]:
    """The rows of a game by its newest result event, which has its `game`, and the texts of its
    plies. None where nobody has placed anything, and for a game that was called off."""
    if event.ply_count == 0 or event.termination == Termination.CANCELLED:
        return []
    game, moves = event.game, list(texts)
    finished = game.finished or event.created
    of_the_game: dict[str, Any] = {
        "game_id": game.pk,
        "swapped": moves[SIDE_CHOICE_PLY - 1] == SWAP if len(moves) >= SIDE_CHOICE_PLY else None,
        "rated": game.rated,
        "bots": event.first_is_bot + event.second_is_bot,
        "rating": lower(ratings),
        "year": finished.year,
        "finished": finished,
    }
    rows = [
        ArchivedPosition(
            **_place(position), ply=ply, points=_points(event, position), **of_the_game
        )
        for ply, position in _positions(game.size, moves)
    ]
    for row, following in pairwise(rows):
        row.next_key = following.key
    return rows


def _place(position: Position) -> dict[str, int]:
    key, symmetry = identify(position)
    return {"key": key, "symmetry": symmetry.number}


def texts_of(games: Iterable[int]) -> dict[int, list[str]]:
    """The texts of the plies of these games."""
    found: dict[int, list[str]] = {game: [] for game in games}
    moves = Move.objects.filter(game__in=found).order_by("game_id", "ply")
    for game, text in moves.values_list("game_id", "text").iterator():
        found[game].append(text)
    return found


def _positions(size: int, moves: Iterable[str]) -> Iterator[tuple[int, Position]]:
    """The empty board and the position after each placement, with its ply."""
    position = Position.start(size)
    yield 0, position
    for ply, text in enumerate(moves, start=1):
        if ply != SIDE_CHOICE_PLY:
            position = position.play(text)
            yield ply, position


def _points(event: ResultEvent, position: Position) -> int | None:
    """What the side to move scored; on the empty board, the first player."""
    black = POINTS_OF_BLACK.get(event.result)
    if black is None or event.kind == ResultKind.ANNULLED:
        return None
    is_empty = not position.occupied
    is_black = event.black_id == event.game.first_id if is_empty else position.turn is Side.BLACK
    return black if is_black else WON - black
