"""Finding a position among the archived games, and what was played there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db.models import Count, Min, QuerySet

from games.models import ArchivedPosition, Move
from games.rules import Move as RulesMove
from games.rules import Position
from games.rules.board import Board
from games.rules.plies import SIDE_CHOICE_PLY
from games.rules.symmetry import Symmetry, identify, symmetries
from sumendi_site.snapshot import snapshot

from .indexing import WON

MOST_MOVES = 24
"""Of the moves that were played in a position, so many are looked at."""


class Between(StrEnum):
    """Who played: programs are the bots of users and of the site."""

    PEOPLE = "people"
    MIXED = "mixed"
    PROGRAMS = "programs"

    @property
    def programs(self) -> int:
        """How many of the two players are one."""
        return list(Between).index(self)


@dataclass(frozen=True)
class Filters:
    """Which games count: rated ones alone, those in which both players had at least `rating`
    points before the game, those between these, and those that ended in the years `since` to
    `until`. What is None or False leaves all."""

    rated: bool = False
    rating: int | None = None
    between: Between | None = None
    since: int | None = None
    until: int | None = None

    def of(self, rows: "QuerySet[ArchivedPosition]") -> "QuerySet[ArchivedPosition]":
        if self.rated:
            rows = rows.filter(rated=True)
        if self.rating is not None:
            rows = rows.filter(rating__gte=self.rating)
        if self.between is not None:
            rows = rows.filter(bots=self.between.programs)
        if self.since is not None:
            rows = rows.filter(year__gte=self.since)
        if self.until is not None:
            rows = rows.filter(year__lte=self.until)
        return rows


ALL = Filters()


@dataclass
class Results:
    """How games with a result that counts ended, for the side to move in the position (on the
    empty board for the first player). `chosen` counts those in which the second player had a
    choice of side, `swapped` those in which they took Black."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    chosen: int = 0
    swapped: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, points: int, swapped: bool | None, games: int) -> None:
        if points == WON:
            self.won += games
        elif points == 0:
            self.lost += games
        else:
            self.drawn += games
        self.chosen += games * (swapped is not None)
        self.swapped += games * bool(swapped)


@dataclass(frozen=True)
class Continuation:
    """A move that was played in a position, and all of its twins, which place a volcano on one of
    `cells`; `position` is the one after it. `results` are those of the side that made it."""

    move: RulesMove
    cells: Sequence[str]
    position: Position
    results: Results


@dataclass(frozen=True)
class Explored:
    """What the archive knows of a position: `found` games had it, `results` are of those whose
    results count, `moves` the continuations that were played most, of `different` ones."""

    position: Position
    found: int = 0
    results: Results = field(default_factory=Results)
    moves: Sequence[Continuation] = ()
    different: int = 0


def games_with(position: Position, filters: Filters = ALL) -> "QuerySet[ArchivedPosition]":
    """The rows of the games that had this position or a twin of it: those that ended last come
    first."""
    key, _ = identify(position)
    return filters.of(ArchivedPosition.objects.filter(key=key)).order_by("-finished", "-game")


def explore(position: Position, filters: Filters = ALL) -> Explored:
    """What was played in this position, in its twins turned as it lies, and what came of it: all
    of one instant."""
    with snapshot():
        return _explore(position, filters)


def _explore(position: Position, filters: Filters) -> Explored:
    key, symmetry = identify(position)
    rows = filters.of(ArchivedPosition.objects.filter(key=key)).order_by()
    found, total = 0, Results()
    groups: dict[int, _Group] = {}
    for next_key, points, swapped, games, example in _counted(rows):
        found += games
        if points is None:
            continue
        total.add(points, swapped, games)
        if next_key is not None:
            group = groups.setdefault(next_key, _Group(example))
            group.results.add(points, swapped, games)
            group.example = min(group.example, example)
    most = sorted(groups.values(), key=lambda one: (-one.results.games, one.example))[:MOST_MOVES]
    return Explored(position, found, total, _continued(position, symmetry, rows, most), len(groups))


@dataclass
class _Group:
    """The games that went on with one move or its twins; `example` is one of them."""

    example: int
    results: Results = field(default_factory=Results)


def _counted(rows: "QuerySet[ArchivedPosition]") -> Iterator[tuple[Any, ...]]:
    """Next key, points and side choice, and how many rows have these, with the first game."""
    grouped = rows.values_list("next_key", "points", "swapped")
    yield from grouped.annotate(games=Count("game"), example=Min("game")).iterator()


def _continued(
    position: Position,
    symmetry: Symmetry,
    rows: "QuerySet[ArchivedPosition]",
    groups: Sequence[_Group],
) -> list[Continuation]:
    """The moves of the groups, as they are made in `position`, which `symmetry` makes canonical."""
    examples = rows.filter(game__in=[group.example for group in groups])
    places = {
        game: (ply, Symmetry.of(number))
        for game, ply, number in examples.values_list("game", "ply", "symmetry")
    }
    if not places:
        return []
    ply, _ = next(iter(places.values()))  # it follows from the volcanoes: all have the same
    next_ply = ply + 2 if ply == SIDE_CHOICE_PLY - 1 else ply + 1
    played = Move.objects.filter(game__in=places, ply=next_ply).values_list("game", "text")
    texts, own = dict(played), _own_symmetries(position)
    continued = []
    for group in groups:
        lies = places[group.example][1].then(symmetry.inverse)
        move = lies.move(position.board, RulesMove.parse(texts[group.example]))
        twins = _twins(position.board, move, own)
        cells = list(dict.fromkeys(twin.placement for twin in twins))
        continued.append(Continuation(twins[0], cells, position.play(twins[0]), group.results))
    return continued


def _own_symmetries(position: Position) -> list[Symmetry]:
    """Those that leave the position as it is."""
    return [one for one in symmetries() if one.position(position) == position]


def _twins(board: Board, move: RulesMove, own: Sequence[Symmetry]) -> list[RulesMove]:
    """The moves that such a position does not tell apart, in board order."""
    twins = [one.move(board, move) for one in own]
    return sorted(twins, key=lambda twin: (board.index[twin.placement], str(twin)))
