"""The report files of the tests, short events written by hand, and their tie-breaks."""

from fractions import Fraction
from pathlib import Path

from tournaments.swiss.event import Event
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks import Value, parse_list
from tournaments.swiss.trf import Report, read

DATA = Path(__file__).parents[2] / "data" / "swiss"
# An entry of the grids below: opponent, colour and result, or the letter of a bye.
GAME = "  {:>4} {} {}"
BYE = "  0000 - {}"


def report_of(path: str) -> Report:
    return read((DATA / path).read_bytes())


def line(number: int, *entries: str, rating: int | None = None, points: str = "") -> str:
    """A record 001 from entries like `2w1`, `12b=` or `H`; a blank entry is an empty cell."""
    head = (
        f"001 {number:>4}      {f'Player {number}':33} {rating or '':>4} {'':26} {points:>4} {'':4}"
    )
    return (head + "".join(map(_cell, entries))).rstrip()


def _cell(entry: str) -> str:
    if len(entry) > 2:
        return GAME.format(entry[:-2], entry[-2], entry[-1])
    return BYE.format(entry) if entry else " " * 10


def file_of(*lines: str) -> bytes:
    return "\r\n".join(lines).encode() + b"\r\n"


def event_of(*rows: str, head: tuple[str, ...] = (), ratings: tuple[int, ...] = ()) -> Event:
    """The event of rows like `2w1 3b= H`, the first row being player 1."""
    rated = dict(enumerate(ratings, start=1))
    lines = [line(n, *row.split(), rating=rated.get(n)) for n, row in enumerate(rows, start=1)]
    return read(file_of(*head, *lines)).event


def values(event: Event, codes: str, number: int = 1, **options: bool) -> list[Value]:
    """What a player has by these codes, points left out."""
    lines = standings(event, parse_list(codes), **options)
    return list(next(line.values for line in lines if line.number == number)[1:])


def amounts(event: Event, codes: str, number: int = 1, **options: bool) -> list[Fraction | None]:
    return [value.amount for value in values(event, codes, number, **options)]
