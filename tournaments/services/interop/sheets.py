"""Tables of an event for spreadsheets: CSV (RFC 4180) in UTF-8."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from tournaments.models import Pairing, Tournament
from tournaments.services.tables import Cell, Table, standings


def standings_csv(tournament: Tournament, after: int | None = None) -> str:
    """A line a player, the first first: values by the codes of the tie-breaks, and a column a
    round with opponent, seat (w for the first player, b for the second) and result as in report
    files, such as 5w1. Raises ValueError for a round that is not out."""
    table = standings(tournament, after)
    rounds = [f"round {number}" for number in range(1, table.after + 1)]
    return _written([["rank", "number", "name", "rating", *table.codes, *rounds], *_lines(table)])


def _lines(table: Table) -> Iterable[list[str | int]]:
    for line in table.lines:
        values = [value.text for value in line.values]
        cells = [_cell(cell) for cell in line.cells]
        yield [line.rank, line.number, line.name, line.rating, *values, *cells]


def _cell(cell: Cell) -> str:
    """Of a game that runs, opponent and seat alone."""
    return f"{cell.opponent or ''}{cell.seat}{cell.code}"


def pairings_csv(tournament: Tournament) -> str:
    """A line a board of the rounds that are out; without a second player it is the allocated bye.
    Results are the letters of report files, empty until a game ends."""
    header = ["round", "board", "first", "second", "first result", "second result", "game"]
    boards = Pairing.objects.filter(round__in=tournament.all_rounds.out())
    rows = boards.select_related("round", "white__player", "black__player")
    return _written([header, *map(_board, rows.order_by("round__number", "board"))])


def _board(row: Pairing) -> list[str | int]:
    second = row.black.called if row.black else ""
    results = [row.white_code, row.black_code]
    return [row.round.number, row.board, row.white.called, second, *results, row.game_id or ""]


def _written(rows: Iterable[Sequence[str | int]]) -> str:
    sheet = StringIO()
    csv.writer(sheet).writerows([[_plain(value) for value in row] for row in rows])
    return sheet.getvalue()


def _plain(value: str | int) -> str | int:
    """A spreadsheet must not take a text for a formula."""
    is_formula = isinstance(value, str) and value[:1] in ("=", "+", "-", "@") and len(value) > 1
    return f"'{value}" if is_formula else value
