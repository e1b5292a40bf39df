"""The archive's page: the board with what was played on it, the moves, and the games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from games import endings
from games.archive_forms import ArchiveForm
from games.models import ArchivedPosition, Game
from games.models.result_event import ResultKind, newest_kind
from games.rules import Side
from games.rules.svg import svg
from games.services.archive import Continuation, Explored, Results
from sumendi_site.accounts.models import User


@dataclass(frozen=True)
class Share:
    """A part of the games with a result, in whole percent."""

    label: str
    number: int
    percent: int


@dataclass(frozen=True)
class MoveRow:
    """A continuation: the cells that stand for it, its address, and what came of it."""

    text: str
    cells: str
    query: str
    games: int
    percent: int
    shares: list[Share]
    swapped: int | None


@dataclass(frozen=True)
class Crumb:
    text: str
    query: str


@dataclass(frozen=True)
class GameRow:
    """A game that had the position after `ply`."""

    game: Game
    ply: int
    is_annulled: bool

    @property
    def ending(self) -> str:
        return endings.ending(self.game)


class Explorer:
    """A line of moves and what the archive knows of its last position, as `reader` sees it."""

    def __init__(self, form: ArchiveForm, explored: Explored, reader: User | AnonymousUser) -> None:
        self.form = form
        self.line = form.line
        self.explored = explored
        self.reader = reader

    @property
    def line_query(self) -> str:
        """The part of an address that asks for this line among all games."""
        return urlencode(self.line.query())

    @property
    def query(self) -> str:
        """The same among the games that were chosen."""
        return self.form.query_for(self.line.query())

    @property
    def named_by(self) -> dict[str, str]:
        """The fields of a form that ask for this line."""
        return self.line.query()

    @property
    def is_start(self) -> bool:
        return not self.explored.position.occupied

    @property
    def labels(self) -> tuple[str, str]:
        """Of whom a win is counted first, and of whom last."""
        return ("First player", "Second player") if self.is_start else ("Black", "White")

    @property
    def shares(self) -> list[Share]:
        return self._shares(self.explored.results)

    @property
    def rows(self) -> list[MoveRow]:
        return [self._row(one) for one in self.explored.moves]

    @property
    def unshown(self) -> int:
        """How many more moves were played than are shown."""
        return self.explored.different - len(self.explored.moves)

    @property
    def crumbs(self) -> list[Crumb]:
        """The base and the moves, each with the address of the position after it."""
        first = "Position" if self.line.base.occupied else "Empty board"
        return [
            Crumb(name, self.form.query_for(self.line.query(count)))
            for count, name in enumerate((first, *self.line.moves))
        ]

    @cached_property
    def board(self) -> SafeString:
        """With the share of each placement, in percent, on its cell."""
        position = self.explored.position
        played = Counter[str]()
        for one in self.explored.moves:
            played[one.move.placement] += one.results.games
        whole = self.explored.results.games
        picture = svg(
            position,
            orientation=getattr(self.reader, "orientation", 0),
            coordinates=getattr(self.reader, "coordinates", True),
            last_move=self.line.moves[-1] if self.line.moves else None,
            numbers={cell: _short(games, whole) for cell, games in played.items()},
        )
        return mark_safe(picture)  # noqa: S308 - made of names of cells and numbers alone

    def _row(self, one: Continuation) -> MoveRow:
        results = one.results
        return MoveRow(
            text=str(one.move),
            cells=" ".join(one.cells),
            query=self.form.query_for(self.line.query_with(one.move)),
            games=results.games,
            percent=_percent(results.games, self.explored.results.games),
            shares=self._shares(results),
            swapped=_percent(results.swapped, results.chosen)
            if self.is_start and results.chosen
            else None,
        )

    def _shares(self, results: Results) -> list[Share]:
        """Of those named by `labels`, with the draws between."""
        won, lost = results.won, results.lost
        if not self.is_start and self.explored.position.turn is Side.WHITE:
            won, lost = lost, won
        first, last = self.labels
        numbers = ((first, won), ("Draws", results.drawn), (last, lost))
        return [Share(label, count, _percent(count, results.games)) for label, count in numbers]


def game_rows(found: Sequence[ArchivedPosition]) -> list[GameRow]:
    """The games of these rows, in their order, in one query."""
    games = Game.objects.with_owners().annotate(newest_kind=newest_kind())
    by_id: dict[int, Any] = games.in_bulk([row.game_id for row in found])
    return [
        GameRow(game, row.ply, game.newest_kind == ResultKind.ANNULLED)
        for row in found
        if (game := by_id.get(row.game_id))
    ]


def _percent(part: int, whole: int) -> int:
    """Half up."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def _short(part: int, whole: int) -> str:
    percent = _percent(part, whole)
    return str(percent) if percent else "<1"
