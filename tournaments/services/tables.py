"""Standings and crosstables, computed once for each version of an event."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.cache import cache

from ratings.models import LedgerEntry
from tournaments import swiss as engine
from tournaments.models import Entry, Format, Pairing, RoundState, Tournament
from tournaments.swiss.event import Colour, Event, Result
from tournaments.swiss.tiebreaks import Value, dummies, explain, parse_list, shown

from .events import event_of
from .working import Part, parts_of

KEPT = 7 * 24 * 3600
"""Seconds; another version has another key."""


class Cell(NamedTuple):
    """What somebody got in a round: the engine's code, empty while the game runs; the number of the
    opponent and the own seat, ``w`` (first) or ``b`` (second), where there is an opponent."""

    code: str
    opponent: int | None = None
    seat: str = ""


class Shown(NamedTuple):
    """A value of the standings: as the table shows it, the sum behind it in one line, and a line
    for each unplayed round, which a dummy opponent stands for."""

    code: str
    text: str
    sum: str
    dummies: tuple[str, ...] = ()


class Line(NamedTuple):
    """A player's line; `player` is the account, if there is one. Ranks are shared by those whom
    nothing parts. The first value is the points;
    `cells` has one a round that is out."""

    rank: int
    number: int
    entry: int
    player: int | None
    name: str
    is_bot: bool
    rating: int
    has_withdrawn: bool
    values: tuple[Shown, ...]
    cells: tuple[Cell, ...]

    @property
    def points(self) -> str:
        return self.values[0].text


class Table(NamedTuple):
    """The standings after round `after`; while `is_provisional` that round is being played, and its
    games that run count as not played yet. `codes` are the columns of the values."""

    after: int
    is_provisional: bool
    codes: tuple[str, ...]
    lines: tuple[Line, ...]

    def line_of(self, number: int) -> Line | None:
        return next((line for line in self.lines if line.number == number), None)


class Place(NamedTuple):
    """The rank in the standings, and the points."""

    rank: int
    points: str


class Worked(NamedTuple):
    """The sum behind a value as data."""

    code: str
    text: str
    sum: str
    parts: tuple[Part, ...]


def standings(tournament: Tournament, after: int | None = None) -> Table:
    """The standings after so many rounds, by default all that are out. Raises UnknownTieBreak for
    a tie-break that such an event cannot have, and ValueError for a round that is not out."""
    kept = _cached(tournament, f"standings:{after}", lambda: _compute(tournament, after))
    return Table(kept[0], kept[1], tuple(kept[2]), tuple(map(_as_line, kept[3])))


def places(tournaments: Iterable[Tournament]) -> dict[int, dict[int, Place]]:
    """By the ids of events, and of their entries, where everybody stands after the rounds that are
    out. What is kept of all these events is asked for at once."""
    keys = {one.pk: (one, _key(one, "places")) for one in tournaments}
    kept = cache.get_many([key for _, key in keys.values()])
    return {
        pk: _as_places(json.loads(kept[key]) if key in kept else _kept_places(one))
        for pk, (one, key) in keys.items()
    }


def _kept_places(tournament: Tournament) -> Any:
    def places() -> dict[int, Place]:
        return {line.entry: Place(line.rank, line.points) for line in standings(tournament).lines}

    return _cached(tournament, "places", places)


def _as_places(kept: Mapping[str, Sequence[Any]]) -> dict[int, Place]:
    return {int(entry): Place(*place) for entry, place in kept.items()}


def worked(tournament: Tournament, number: int, after: int | None = None) -> list[Worked]:
    """The sums behind the values of one player, by pairing number; empty for no player."""
    kept = _cached(tournament, f"worked:{after}", lambda: _all_worked(tournament, after))
    return [
        Worked(code, text, sum_, tuple(Part(*part) for part in parts))
        for code, text, sum_, parts in kept.get(str(number), [])
    ]


def crosstable(table: Table) -> list[tuple[Line, dict[int, list[Cell]]]]:
    """The lines in their order, each with what the player got against whom, by pairing numbers, in
    order of rounds."""
    rows = []
    for line in table.lines:
        against: defaultdict[int, list[Cell]] = defaultdict(list)
        for cell in line.cells:
            if cell.opponent is not None:
                against[cell.opponent].append(cell)
        rows.append((line, dict(against)))
    return rows


def rating_changes(tournament: Tournament) -> dict[int, int]:
    """By the players' ids, the sum of what the rated games of the event did to their ratings so
    far, in micro-points."""
    rows = LedgerEntry.objects.current().filter(game__pairing__round__tournament=tournament)
    changes: defaultdict[int, int] = defaultdict(int)
    columns = ("first", "first_change", "second", "second_change")
    for first, of_first, second, of_second in rows.order_by().values_list(*columns):
        changes[first] += of_first
        changes[second] += of_second
    return dict(changes)


def _key(tournament: Tournament, what: str) -> str:
    return f"tournament:{tournament.pk}:{tournament.version}:{what}"


def _cached(tournament: Tournament, what: str, compute: Callable[[], Any]) -> Any:
    """As JSON has it: tuples are lists, keys are texts."""
    key = _key(tournament, what)
    text = cache.get(key)
    if text is None:
        text = json.dumps(compute(), separators=(",", ":"))
        cache.set(key, text, KEPT)
    return json.loads(text)


def _as_line(row: list[Any]) -> Line:
    *columns, values, cells = row
    shown_values = tuple(Shown._make((*first, tuple(last))) for *first, last in values)
    return Line._make((*columns, shown_values, tuple(map(Cell._make, cells))))


def _compute(tournament: Tournament, after: int | None) -> Table:
    event, state = _event(tournament, after)
    ranked = _ranked(tournament, event)
    entries = {entry.number: entry for entry in _entries(tournament)}
    running = _running(tournament, event.finished)
    lines = tuple(
        _line(event, standing, entries[standing.number], running.get(standing.number))
        for standing in ranked
    )
    codes = tuple(tie_break.text for tie_break in parse_list(tournament.tie_breaks))
    return Table(event.finished, state == RoundState.PUBLISHED, codes, lines)


def _all_worked(tournament: Tournament, after: int | None) -> dict[int, list[Worked]]:
    event, _ = _event(tournament, after)
    return {
        standing.number: [_worked(value, event.finished) for value in standing.values]
        for standing in _ranked(tournament, event)
    }


def _event(tournament: Tournament, after: int | None) -> tuple[Event, str | None]:
    """The event after that round, and how far this round is; None before the first."""
    out = list(tournament.all_rounds.out().order_by("number").values_list("state", flat=True))
    last = len(out) if after is None else after
    if not 0 <= last <= len(out):
        raise ValueError(f"Round {last} is not out.")
    return event_of(tournament, finished=last), out[last - 1] if last else None


def _ranked(tournament: Tournament, event: Event) -> list[engine.Standing]:
    tie_breaks = parse_list(tournament.tie_breaks)
    is_round_robin = tournament.format == Format.ROUND_ROBIN
    return engine.standings(event, tie_breaks, is_round_robin=is_round_robin)


def _entries(tournament: Tournament) -> Iterable[Entry]:
    return tournament.entries.exclude(number=None).select_related("player")


def _running(tournament: Tournament, round_number: int) -> dict[int, Cell]:
    """By pairing number, the boards of the round that have no result yet."""
    boards = Pairing.objects.filter(
        round__tournament=tournament, round__number=round_number, white_code="", black__isnull=False
    )
    numbers = list(boards.order_by().values_list("white__number", "black__number"))
    first_seats = {white: Cell("", black, Colour.WHITE) for white, black in numbers if white}
    second_seats = {black: Cell("", white, Colour.BLACK) for white, black in numbers if black}
    return first_seats | second_seats


def _line(event: Event, standing: engine.Standing, entry: Entry, running: Cell | None) -> Line:
    player = event.by_number[standing.number]
    results = [player.result(round_) for round_ in range(1, event.finished + 1)]
    cells = [_cell_of(result) for result in results]
    if running is not None:
        cells[-1] = running
    return Line(
        rank=standing.rank,
        number=standing.number,
        entry=entry.pk,
        player=entry.player_id,
        name=player.name,
        is_bot=entry.is_bot,
        rating=entry.rating,
        has_withdrawn=entry.withdrawn is not None,
        values=tuple(
            Shown(v.tie_break.text, shown(v, event.finished), explain(v), tuple(dummies(v)))
            for v in standing.values
        ),
        cells=tuple(cells),
    )


def _cell_of(result: Result) -> Cell:
    return Cell(result.code, result.opponent, result.colour or "")


def _worked(value: Value, after: int) -> Worked:
    return Worked(value.tie_break.text, shown(value, after), explain(value), parts_of(value))
