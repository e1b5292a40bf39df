"""What a tournament report file holds beyond the event itself, and what can be wrong with one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

from ..event import Code, Event

SWISS = "Individual: Swiss-System"
DUTCH = "FIDE_DUTCH"
# Not every engine knows these names of the same rules.
ALSO_DUTCH = frozenset(("FIDE_DUTCH_2025", "FIDE_DUTCH_2026"))


class TrfError(ValueError):
    """A file that cannot be read. `line` and `column` count from 1, `expected` says what is wrong
    there and what was expected instead."""

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {expected}")
        self.line = line
        self.column = column
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a file that was read although it is not as it should be."""

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


def type_code_of(text: str, kind: str) -> str:
    """The type code in the spelling that all engines know; the Dutch rules if there is none. A
    round robin is paired by its table: it has none, whatever a file says of the Dutch rules."""
    code = DUTCH if not text or text.upper() in ALSO_DUTCH else text
    return "" if is_round_robin(kind) and code == DUTCH else code


def is_round_robin(kind: str) -> bool:
    """Whether a type in words (record 092) says so."""
    return "robin" in kind.lower()


@dataclass(frozen=True, slots=True)
class Card:
    """What a report says of a player that pairing does not need."""

    sex: str = ""
    federation: str = ""
    fide_number: str = ""
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class LaterBye:
    """Byes of one kind for a round after the one to pair."""

    code: Code
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A tournament report. Texts are empty and days None where the file says nothing.

    `tie_breaks` are codes as texts, points left out. `kept` are the records that mean nothing here
    but go into the file again, comments among them. Birth dates are not kept.
    """

    event: Event
    cards: Mapping[int, Card] = field(default_factory=lambda: MappingProxyType({}))
    name: str = ""
    city: str = ""
    federation: str = ""
    first_day: date | None = None
    last_day: date | None = None
    kind: str = SWISS
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    round_days: tuple[date | None, ...] = ()
    program: str = ""
    type_code: str = DUTCH
    tie_breaks: tuple[str, ...] = ()
    coded_time_control: str = ""
    later_byes: tuple[LaterBye, ...] = ()
    kept: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = field(default=(), compare=False)

    @property
    def is_round_robin(self) -> bool:
        return is_round_robin(self.kind)
