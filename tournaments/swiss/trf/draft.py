"""What has been read of a report so far, record by record."""

from dataclasses import dataclass, field
from datetime import date

from ..event import Acceleration, Bonus, Code, Colour, Forbidden
from .lines import Line
from .players import Row
from .report import Remark


@dataclass(frozen=True, slots=True)
class Bye:
    """A bye asked for in a record of its own, and where it stands."""

    line: Line
    column: int
    code: Code
    player: int
    round: int | None  # None is the round to pair


@dataclass(slots=True)
class Draft:
    """`texts` holds the headers that are kept as they are, by record."""

    texts: dict[str, str] = field(default_factory=dict)
    days: dict[str, date] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    round_days: list[date | None] = field(default_factory=list)
    rounds: int | None = None
    initial_colour: Colour | None = None
    worth: dict[str, int] = field(default_factory=dict)
    tie_breaks: dict[str, Line] = field(default_factory=dict)
    counts: dict[str, Line] = field(default_factory=dict)
    byes: list[Bye] = field(default_factory=list)
    # The players who have such points (tenths, first round, last round) by the old records.
    extra_points: dict[tuple[int, int, int], list[int]] = field(default_factory=dict)
    accelerations: list[Acceleration] = field(default_factory=list)
    forbidden: list[Forbidden] = field(default_factory=list)
    bonuses: list[Bonus] = field(default_factory=list)
    named: list[tuple[Line, int, int]] = field(default_factory=list)  # line, column, player
    rows: dict[int, Row] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def remark(self, line: Line, column: int, text: str) -> None:
        self.remarks.append(Remark(line.number, column, text))

    def players(self, line: Line, first: int) -> tuple[int, ...]:
        """The players named from a column on; that they exist is checked at the end."""
        found = []
        for column, word in line.words(first):
            found.append(line.whole_word(column, word, "A player"))
            self.named.append((line, column, found[-1]))
        return tuple(found)
