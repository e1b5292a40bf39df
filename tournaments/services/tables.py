"""Standings and crosstables, computed once for each version of an event."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import F

from ratings.models import LedgerEntry
from sumendi_site.accounts.models import User
from tournaments import swiss as engine
from tournaments.models import Entry, Format, KeptTable, RoundState, Tournament
from tournaments.swiss.event import Colour, Event, Result
from tournaments.swiss.tiebreaks import Value, dummies, explain, parse_list, shown
from tournaments.swiss.tiebreaks.words import fixed

from .events import Facts, facts_of
from .working import Part, parts_of


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
    if after is not None:
        return _compute(tournament, after)
    kept = _kept(tournament, KeptTable.What.STANDINGS, lambda: _compute(tournament, None))
    return Table(kept[0], kept[1], tuple(kept[2]), tuple(map(_as_line, kept[3])))


def points_after(tournament: Tournament, after: int) -> dict[int, str]:
    """What the players had after so many rounds, by pairing number."""
    event = facts_of(tournament).event(after)
    return {player.number: fixed(Fraction(event.score(player), 10), 1) for player in event.players}


def places(tournaments: Iterable[Tournament]) -> dict[int, dict[int, Place]]:
    """By the ids of events, and of their entries, where everybody stands after the rounds that are
    out. What is kept of all these events is asked for at once."""
    events = {one.pk: one for one in tournaments}
    rows = KeptTable.objects.filter(tournament__in=events, what=KeptTable.What.PLACES)
    kept = {row.tournament_id: row for row in rows}
    return {pk: _places(one, kept.get(pk)) for pk, one in events.items()}


def _places(tournament: Tournament, row: KeptTable | None) -> dict[int, Place]:
    def compute() -> dict[int, Place]:
        return {line.entry: Place(line.rank, line.points) for line in standings(tournament).lines}

    kept = _fresh(row, tournament, KeptTable.What.PLACES, compute)
    return {int(entry): Place(*place) for entry, place in kept.items()}


def show_anew(player: User) -> None:
    """Tables with this player are computed again: they show the name."""
    Tournament.objects.filter(entries__player=player).update(version=F("version") + 1)


def worked(tournament: Tournament, number: int) -> list[Worked]:
    """The sums behind the newest values of one player, by pairing number; empty for no player."""
    kept = _kept(tournament, KeptTable.What.SUMS, lambda: _all_worked(tournament))
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


def _kept(tournament: Tournament, what: str, compute: Callable[[], Any]) -> Any:
    """As JSON has it: tuples are lists, keys are texts."""
    row = KeptTable.objects.filter(tournament=tournament, what=what).first()
    return _fresh(row, tournament, what, compute)


def _fresh(
    row: KeptTable | None, tournament: Tournament, what: str, compute: Callable[[], Any]
) -> Any:
    """What the row keeps, or else what is kept from now on. Whoever looked at the event long ago
    puts nothing in the place of something newer."""
    if row is not None and row.version == tournament.version:
        return json.loads(row.text)
    text = json.dumps(compute(), separators=(",", ":"))
    new = KeptTable(tournament=tournament, what=what, version=tournament.version, text=text)
    if row is None:
        KeptTable.objects.bulk_create([new], ignore_conflicts=True)
    else:
        older = KeptTable.objects.filter(pk=row.pk, version__lt=new.version)
        older.update(version=new.version, text=text)
    return json.loads(text)


def _as_line(row: list[Any]) -> Line:
    *columns, values, cells = row
    shown_values = tuple(Shown._make((*first, tuple(last))) for *first, last in values)
    return Line._make((*columns, shown_values, tuple(map(Cell._make, cells))))


def _compute(tournament: Tournament, after: int | None) -> Table:
    facts = facts_of(tournament)
    event, is_provisional = _event(facts, after)
    entries = {entry.number: entry for entry in facts.entries}
    running = _running(facts, event.finished)
    lines = tuple(
        _line(event, standing, entries[standing.number], running.get(standing.number))
        for standing in _ranked(tournament, event)
    )
    codes = tuple(tie_break.text for tie_break in parse_list(tournament.tie_breaks))
    return Table(event.finished, is_provisional, codes, lines)


def _all_worked(tournament: Tournament) -> dict[int, list[Worked]]:
    event, _ = _event(facts_of(tournament), None)
    return {
        standing.number: [_worked(value, event.finished) for value in standing.values]
        for standing in _ranked(tournament, event)
    }


def _event(facts: Facts, after: int | None) -> tuple[Event, bool]:
    """The event after that round, and whether this one is still played."""
    last = len(facts.rounds) if after is None else after
    if not 0 <= last <= len(facts.rounds):
        raise ValueError(f"Round {last} is not out.")
    is_played = last > 0 and facts.rounds[last - 1].state == RoundState.PUBLISHED
    return facts.event(last), is_played


def _ranked(tournament: Tournament, event: Event) -> list[engine.Standing]:
    tie_breaks = parse_list(tournament.tie_breaks)
    is_round_robin = tournament.format == Format.ROUND_ROBIN
    return engine.standings(event, tie_breaks, is_round_robin=is_round_robin)


def _running(facts: Facts, round_number: int) -> dict[int, Cell]:
    """By pairing number, the boards of the round that have no result yet."""
    cells = {}
    for board in facts.boards:
        if board.round == round_number and board.black is not None and not board.white_code:
            cells[board.white] = Cell("", board.black, Colour.WHITE)
            cells[board.black] = Cell("", board.white, Colour.BLACK)
    return cells


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
