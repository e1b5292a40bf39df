"""The standings as a page shows them. A big event has thousands of cells, so that they are not
drawn by the template one by one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from ratings import numbers
from tournaments.models import Tournament
from tournaments.services import tables
from tournaments.services.tables import Cell, Line, Shown, Table
from tournaments.swiss.event import Code, Colour
from tournaments.swiss.tiebreaks import parse

from .points import DASH, HALF, MINUS, SIGNS, WORDS
from .rules import words_of

Names = Mapping[int, str]
"""Escaped, by pairing numbers."""
LOOKS = {"+": " won", MINUS: " lost"}
SEATS = {
    Colour.WHITE: ", in the first seat",
    Colour.BLACK: ", in the second seat",
    "": "",
}
"""A forfeit of an imported event may have none."""
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
    names = {line.number: escape(line.name) for line in table.lines}
    url = reverse("tournament-player", args=[tournament.slug, 0])[: -len("0/")]
    rows = [
        Row(
            line,
            _cells(line, names),
            _values(line, names[line.number]),
            _signed(changes.get(line.player or 0)),
            f"{url}{line.number}/",
            line.player in own,
        )
        for line in table.lines
    ]
    columns = tuple(Column(_short(code), words_of(parse(code))) for code in table.codes)
    return Standings(table, columns, range(1, table.after + 1), rows, tournament.rated)


def _short(code: str) -> str:
    return "Points" if code == "PTS" else code


def _cells(line: Line, names: Names) -> SafeString:
    return mark_safe("".join(_cell(cell, names) for cell in line.cells))  # noqa: S308


def _cell(cell: Cell, names: Names) -> str:
    """In short, ``+6b``, and in words."""
    look, said, short = _told(cell, names)
    return f'<td class="round-cell{look}"><abbr title="{said}">{short}</abbr></td>'


def _told(cell: Cell, names: Names) -> tuple[str, str, str]:
    """How it looks, in words, and in short."""
    if cell.opponent is None:
        code = Code(cell.code)
        return "", WORDS[code], BYES[code]
    who = f"{names.get(cell.opponent, cell.opponent)}{SEATS[cell.seat]}"
    if not cell.code:
        return "", f"plays {who}", f"•{cell.opponent}{cell.seat}"
    code = Code(cell.code)
    sign, forfeit = SIGNS[code], "" if code.is_played else "f"
    short = f"{sign}{cell.opponent}{cell.seat}{forfeit}"
    return LOOKS.get(sign, ""), f"{WORDS[code]} against {who}", short


def _values(line: Line, name: str) -> SafeString:
    cells = (_value(line.number, name, at, one) for at, one in enumerate(line.values))
    return mark_safe("".join(cells))  # noqa: S308


def _value(number: int, name: str, at: int, one: Shown) -> str:
    """The value as a button that opens its sum, without a script."""
    said = one.sum.removeprefix(one.code).removeprefix(":").strip()
    sums = "".join(f"<p>{escape(text)}</p>" for text in (said, *one.dummies))
    id_ = f"sum-{number}-{at}"
    return (
        f'<td class="num"><button class="worked" popovertarget="{id_}">{one.text or DASH}</button>'
        f'<div class="worked-sum" id="{id_}" popover>'
        f"<p><strong>{_short(one.code)} of {name}</strong></p>{sums}</div></td>"
    )


def _signed(change: int | None) -> str:
    """Micro-points in whole points: ``+14``, ``−4``, ``0``; nothing where no game was rated."""
    if change is None:
        return ""
    whole = numbers.points(abs(change))
    return f"{'+' if change > 0 else MINUS}{whole}" if whole else "0"
