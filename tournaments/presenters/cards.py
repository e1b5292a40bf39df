"""A player's way through an event."""

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Entry, Format, Pairing, Tournament
from tournaments.services import tables
from tournaments.services.tables import Line, Table
from tournaments.services.working import Part
from tournaments.swiss.event import Code
from tournaments.swiss.tiebreaks import parse

from .points import WORDS
from .rules import words_of


@dataclass(frozen=True)
class Step:
    """A round of a player; `opponent` is None without one. `url` leads to the board."""

    round: int
    opponent: Line | None
    seat: str
    outcome: str
    url: str


@dataclass(frozen=True)
class Summand:
    part: Part
    name: str


@dataclass(frozen=True)
class Sum:
    """A value of the standings with all its summands."""

    code: str
    meaning: str
    text: str
    line: str
    parts: list[Summand]


@dataclass(frozen=True)
class Card:
    entry: Entry
    line: Line
    steps: list[Step]
    sums: list[Sum]


def card_of(tournament: Tournament, number: int) -> Card | None:
    """Of the player with this number; None for nobody."""
    entry = tournament.entries.filter(number=number).select_related("player__owner").first()
    table = tables.standings(tournament)
    line = table.line_of(number)
    if entry is None or line is None:
        return None
    return Card(entry, line, _steps(tournament, table, line), _sums(tournament, table, number))


def _steps(tournament: Tournament, table: Table, line: Line) -> list[Step]:
    lines, boards = {one.number: one for one in table.lines}, _boards(tournament, line)
    return [
        Step(
            round_,
            lines.get(cell.opponent) if cell.opponent else None,
            {"w": "first", "b": "second"}.get(cell.seat, ""),
            _meaning(tournament, cell.code),
            _url(tournament, round_, boards.get(round_)),
        )
        for round_, cell in enumerate(line.cells, start=1)
    ]


def _meaning(tournament: Tournament, code: str) -> str:
    if not code:
        return "plays"
    rests = tournament.format == Format.ROUND_ROBIN and code == Code.ABSENT
    return "was free" if rests else WORDS[Code(code)]


def _boards(tournament: Tournament, line: Line) -> dict[int, int]:
    """The player's boards by rounds."""
    theirs = Pairing.objects.filter(round__tournament=tournament)
    seats = theirs.filter(white=line.entry) | theirs.filter(black=line.entry)
    return dict(seats.order_by().values_list("round__number", "board"))


def _url(tournament: Tournament, round_: int, board: int | None) -> str:
    if board is None:
        return reverse("tournament-round", args=[tournament.slug, round_])
    return reverse("tournament-board", args=[tournament.slug, round_, board])


def _sums(tournament: Tournament, table: Table, number: int) -> list[Sum]:
    names = {line.number: line.name for line in table.lines}
    return [
        Sum(
            "Points" if one.code == "PTS" else one.code,
            words_of(parse(one.code)),
            one.text,
            one.sum,
            [Summand(part, names.get(part.opponent or 0, "")) for part in one.parts],
        )
        for one in tables.worked(tournament, number)
    ]
