"""Everybody's results against everybody. As a big event has thousands of cells, a page has some
rows, and the columns of those whom they have met; the template does not draw cells one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Tournament
from tournaments.services import tables
from tournaments.services.tables import Cell, Line, Table
from tournaments.swiss.event import Code

from .points import SCORES

A_PAGE = 60
"""Rows; a field that is not larger has all columns."""
OWN = '<td class="round-cell own"></td>'

Met = Mapping[int, Sequence[Cell]]
"""What a player got against whom, by pairing numbers."""


@dataclass(frozen=True)
class CrossRow:
    line: Line
    cells: SafeString
    url: str


@dataclass(frozen=True)
class Crosstable:
    """`columns` are in the order of the standings, as the rows are; `is_part` if some are left out,
    of players whom nobody of these rows has met."""

    columns: list[Line]
    rows: list[CrossRow]
    is_part: bool


def crosstable_of(tournament: Tournament, table: Table, start: int, stop: int) -> Crosstable:
    """Of the lines of the standings from `start` on, counted from 0, up to `stop`."""
    shown = tables.crosstable(table)[start:stop]
    columns = _columns(table, shown)
    url = reverse("tournament-player", args=[tournament.slug, 0])[: -len("0/")]
    numbers = [line.number for line in columns]
    rows = [
        CrossRow(line, _cells(line.number, met, numbers), f"{url}{line.number}/")
        for line, met in shown
    ]
    return Crosstable(columns, rows, len(columns) < len(table.lines))


def _columns(table: Table, shown: Sequence[tuple[Line, Met]]) -> list[Line]:
    if len(table.lines) <= A_PAGE:
        return list(table.lines)
    numbers = {number for line, met in shown for number in (line.number, *met)}
    return [line for line in table.lines if line.number in numbers]


def _cells(own: int, met: Met, numbers: Sequence[int]) -> SafeString:
    cells = (OWN if number == own else _cell(met.get(number, ())) for number in numbers)
    return mark_safe("".join(cells))  # noqa: S308


def _cell(cells: Sequence[Cell]) -> str:
    scores = " ".join(SCORES[Code(cell.code)] if cell.code else "•" for cell in cells)
    return f'<td class="round-cell">{scores}</td>'
