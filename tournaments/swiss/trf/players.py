"""The record 001: a player and a cell of ten columns for each round."""

from dataclasses import dataclass

from ..event import ABSENCE, MIRRORED, Code, Colour, Player, Result
from .lines import Line
from .report import Card, Remark

RESULTS_FROM = 90  # two blanks, then the opponent in column 92
CELL = 10
MOST_ROUNDS = 99
MOST_PLAYERS = MOST_RATING = 9999  # in columns of four digits
CODES = {code.value: code for code in Code}
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, " ": None}
WITHOUT_OPPONENT = {
    "+": Code.FULL_BYE,
    "-": Code.ABSENT,
    "U": Code.ALLOCATED_BYE,
    "F": Code.FULL_BYE,
    "H": Code.HALF_BYE,
    "Z": Code.ABSENT,
}
SEXES = ("", "m", "w", "f")


@dataclass(frozen=True, slots=True)
class Row:
    """A record 001 as read; `results` has None for an empty cell, `points` None for none."""

    line: Line
    player: Player
    card: Card
    points: int | None
    results: tuple[Result | None, ...]


def column_of(round_: int) -> int:
    """Where the opponent of a round stands in a record 001."""
    return RESULTS_FROM + 2 + CELL * (round_ - 1)


def read_row(line: Line, remarks: list[Remark]) -> Row:
    number = line.whole(5, 8, "The starting rank")
    if number == 0:
        raise line.error(5, "Starting ranks count from 1.")
    rating = line.whole(49, 52, "The rating") if line.field(49, 52) else 0
    player = Player(number, (), line.field(15, 47), rating or None, line.field(11, 13))
    rank = line.whole(86, 89, "The rank") if line.field(86, 89) else None
    sex = line.field(10, 10).lower()
    if sex not in SEXES:
        remarks.append(Remark(line.number, 10, f"expected m or w, not {sex!r}; left out."))
        sex = ""
    card = Card(sex, line.field(54, 56), line.field(58, 68), rank)
    written = line.field(81, 84)
    points = line.points(81, written, "The sum of the results") if written else None
    if "," in written:
        remarks.append(Remark(line.number, 81, f"player {number}: points with a comma."))
    return Row(line, player, card, points, _results(line, remarks))


def _results(line: Line, remarks: list[Remark]) -> tuple[Result | None, ...]:
    results: list[Result | None] = []
    end = RESULTS_FROM - 1 + CELL * MOST_ROUNDS
    if len(line.text) > end:
        raise line.error(end + 1, f"expected {MOST_ROUNDS} rounds at most.")
    for start in range(RESULTS_FROM - 1, len(line.text), CELL):
        cell = line.text[start : start + CELL].ljust(CELL)
        results.append(None if cell.isspace() else _result(line, start + 1, cell, remarks))
    while results and results[-1] is None:
        results.pop()
    return tuple(results)


def _result(line: Line, first: int, cell: str, remarks: list[Remark]) -> Result | None:
    if cell[:2] != "  " or cell[6] != " " or cell[8] != " ":
        at = next(i for i in (0, 1, 6, 8) if cell[i] != " ")
        raise line.error(first + at, f"expected a blank, not {cell[at]!r}.")
    colour = cell[7].lower()
    if colour not in COLOURS:
        raise line.error(first + 7, f"expected the colour w, b or -, not {cell[7]!r}.")
    opponent = cell[2:6].strip().lstrip("0")
    if not opponent:
        return _unpaired(line, first, cell, remarks)
    code = CODES.get(cell[9].upper())
    if code is None or not code.has_opponent:
        raise line.error(
            first + 9, _expected_result(cell[9], "with an opponent", "1 = 0 W D L + -")
        )
    if code.is_played and COLOURS[colour] is None:
        raise line.error(first + 7, "a game needs a colour, w or b.")
    return Result(code, line.whole_word(first + 2, opponent, "The opponent"), COLOURS[colour])


def _unpaired(line: Line, first: int, cell: str, remarks: list[Remark]) -> Result | None:
    letter = cell[9].upper()
    if letter == " ":
        return None
    code = WITHOUT_OPPONENT.get(letter)
    if code is None:
        raise line.error(first + 9, _expected_result(cell[9], "without an opponent", "U F H Z + -"))
    if COLOURS[cell[7].lower()] is not None:
        remarks.append(Remark(line.number, first + 7, "a colour without an opponent."))
    return Result(code)


def _expected_result(letter: str, where: str, letters: str) -> str:
    given = "nothing" if letter == " " else repr(letter)
    return f"expected a result {where}, one of {letters}, not {given}."


def check_pairs(rows: dict[int, Row]) -> None:
    """Raise `TrfError` at the first cell that the opponent's line does not mirror."""
    for number, row in rows.items():
        for round_, result in enumerate(row.results, start=1):
            if result is not None and result.opponent is not None:
                _check_pair(rows, number, round_, result)


def _check_pair(rows: dict[int, Row], number: int, round_: int, result: Result) -> None:
    line, opponent = rows[number].line, result.opponent or 0
    column = column_of(round_)
    if opponent == number:
        raise line.error(column, f"player {number} cannot meet player {number} in round {round_}.")
    if opponent not in rows:
        raise line.error(column, f"there is no player {opponent}; the last one is {len(rows)}.")
    other = rows[opponent]
    theirs = other.results[round_ - 1] if len(other.results) >= round_ else None
    theirs = theirs or ABSENCE
    there = f"player {opponent} in line {other.line.number}"
    if theirs.opponent != number:
        meets = f"meets player {theirs.opponent}" if theirs.opponent else "meets nobody"
        raise line.error(column, f"{there} {meets} in round {round_}, not player {number}.")
    if theirs.code not in MIRRORED[result.code]:
        expected = " or ".join(MIRRORED[result.code])
        what = f"{there} has {theirs.code} in round {round_}; expected {expected}"
        raise line.error(column + 7, f"{what} against {result.code}.")
    if result.colour is not None and result.colour is theirs.colour:
        raise line.error(column + 5, f"{there} has the same colour in round {round_}.")
