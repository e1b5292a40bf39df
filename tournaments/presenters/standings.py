"""The standings as a page shows them. A big event has thousands of cells, so that they are not
drawn by the template one by one."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from ratings import numbers
from tournaments.models import Tournament
from tournaments.services import tables
from tournaments.services.tables import Cell, Line, Shown, Table
from tournaments.swiss.event import Code
from tournaments.swiss.tiebreaks import parse

from .points import DASH, HALF, MINUS, SIGNS, WORDS
from .rules import words_of

CELL = '<td class="{}"><abbr title="{}">{}</abbr></td>'
VALUE = (
    '<td class="num"><button class="worked" popovertarget="sum-{0}-{1}">{2}</button>'
    '<div class="worked-sum" id="sum-{0}-{1}" popover><p><strong>{3}</strong></p>{4}</div></td>'
)
LOOKS = {"+": "won", MINUS: "lost"}
BYES = {
    Code.ALLOCATED_BYE: "bye",
    Code.FULL_BYE: "bye",
    Code.HALF_BYE: f"{HALF} bye",
    Code.ABSENT: DASH,
}


@dataclass(frozen=True)
class Row:
    """A player's line; `change` is what the event has done to the rating, in whole points."""

    line: Line
    cells: SafeString
    values: SafeString
    change: str
    url: str
    is_own: bool


@dataclass(frozen=True)
class Column:
    code: str
    meaning: str


@dataclass(frozen=True)
class Standings:
    table: Table
    columns: tuple[Column, ...]
    rounds: range
    rows: list[Row]
    is_rated: bool


def standings_of(tournament: Tournament, own: Collection[int] = ()) -> Standings:
    """The newest ones; the lines of the `own` players, by their ids, are marked."""
    table = tables.standings(tournament)
    changes = tables.rating_changes(tournament) if tournament.rated else {}
    names = {line.number: line.name for line in table.lines}
    url = reverse("tournament-player", args=[tournament.slug, 0])[: -len("0/")]
    rows = [
        Row(
            line,
            _cells(line, names),
            _values(line),
            _signed(changes.get(line.player)),
            f"{url}{line.number}/",
            line.player in own,
        )
        for line in table.lines
    ]
    columns = tuple(Column(_short(code), words_of(parse(code))) for code in table.codes)
    return Standings(table, columns, range(1, table.after + 1), rows, tournament.rated)


def _short(code: str) -> str:
    return "Points" if code == "PTS" else code


def _cells(line: Line, names: dict[int, str]) -> SafeString:
    return format_html_join("", CELL, (_cell(cell, names) for cell in line.cells))


def _cell(cell: Cell, names: dict[int, str]) -> tuple[str, str, str]:
    """How it looks, in words, and in short: ``+6b``."""
    if cell.opponent is None:
        code = Code(cell.code)
        return "round-cell", WORDS[code], BYES[code]
    who = f"{names.get(cell.opponent, cell.opponent)}, in the {seat(cell)} seat"
    if not cell.code:
        return "round-cell", f"plays {who}", f"•{cell.opponent}{cell.seat}"
    code = Code(cell.code)
    sign = SIGNS[code]
    forfeit = "" if code.is_played else "f"
    look = f"round-cell {LOOKS.get(sign, '')}".strip()
    return look, f"{WORDS[code]} against {who}", f"{sign}{cell.opponent}{cell.seat}{forfeit}"


def seat(cell: Cell) -> str:
    return "first" if cell.seat == "w" else "second"


def _values(line: Line) -> SafeString:
    return format_html_join(
        "", VALUE, (_value(line, at, one) for at, one in enumerate(line.values))
    )


def _value(line: Line, at: int, one: Shown) -> tuple[Any, ...]:
    said = [one.sum.removeprefix(f"{one.code}").removeprefix(": ").strip(), *one.dummies]
    sums = format_html_join("", "<p>{}</p>", ((text,) for text in said))
    return line.number, at, one.text or DASH, f"{_short(one.code)} of {line.name}", sums


def _signed(change: int | None) -> str:
    """Micro-points in whole points: ``+14``, ``−4``, ``0``; nothing where no game was rated."""
    if change is None:
        return ""
    whole = numbers.points(abs(change))
    return f"{'+' if change > 0 else MINUS}{whole}" if whole else "0"
