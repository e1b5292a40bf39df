"""Time controls and deadlines of correspondence games, in whole seconds and UTC instants.

Two kinds, told apart by their text:

* ``3d``: each turn has three days; what is not used is lost.
* ``7d+1d``: a bank of seven days, from which the thinking time is taken; each turn made adds one
  day, and the bank never holds more than its cap (twice the bank, or ``7d+1d/10d`` to say so).
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
NAMES = {"d": "day", "h": "hour", "m": "minute", "s": "second"}
LONGEST = 366 * SECONDS["d"]

_DURATION = re.compile(r"([1-9][0-9]{0,7})([dhms])", re.ASCII)


class TimeControlError(ValueError):
    """The text is not a time control; the message says why."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a player has. All fields are whole seconds.

    `start` is the time for each turn when there is no `increment`, else the bank at the start;
    `cap` is the most that a bank can hold (0 for a control without a bank).
    """

    start: int
    increment: int = 0
    cap: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.start <= LONGEST or not 0 <= self.increment <= LONGEST:
            raise TimeControlError("A time is between one second and 366 days.")
        if self.increment and not self.start <= self.cap <= 2 * LONGEST:
            raise TimeControlError("The cap is at least the bank that the game starts with.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``3d``, ``7d+1d`` or ``7d+1d/10d``. Raises TimeControlError."""
        bank, plus, rest = text[:40].partition("+")
        if not plus:
            return cls(_seconds(bank))
        increment, slash, cap = rest.partition("/")
        start = _seconds(bank)
        return cls(start, _seconds(increment), _seconds(cap) if slash else 2 * start)

    def __str__(self) -> str:
        if not self.increment:
            return _text(self.start)
        text = f"{_text(self.start)}+{_text(self.increment)}"
        return text if self.cap == 2 * self.start else f"{text}/{_text(self.cap)}"

    @property
    def has_bank(self) -> bool:
        return self.increment > 0

    @property
    def in_words(self) -> str:
        """The control as a sentence for people, without a full stop."""
        if not self.has_bank:
            return f"{_words(self.start)} for each move"
        return (
            f"{_words(self.start)} at the start, plus {_words(self.increment)} "
            f"for each move made, never more than {_words(self.cap)}"
        )

    @property
    def first_bank(self) -> int | None:
        """What a player's bank holds before the first turn; None without a bank."""
        return self.start if self.has_bank else None

    def allowance(self, bank: int | None) -> timedelta:
        """The time that a turn may take, for a player whose bank holds `bank` seconds."""
        return timedelta(seconds=self.start if bank is None else bank)

    def deadline(self, turn_started: datetime, bank: int | None) -> datetime:
        """The instant at which the turn's time is over."""
        return turn_started + self.allowance(bank)

    def bank_after(self, bank: int | None, used: int) -> int | None:
        """What the bank holds after a turn that took `used` seconds, the increment included."""
        if bank is None:
            return None
        return min(self.cap, max(0, bank - used) + self.increment)


def runs_on(now: datetime, away_until: datetime | None) -> datetime:
    """The instant from which a clock that is asked at `now` counts on: `now` itself, or the end
    of the vacation for which it stands still. A turn that begins meanwhile begins then."""
    return now if away_until is None else max(now, away_until)


def seconds_used(turn_started: datetime, now: datetime, away_until: datetime | None = None) -> int:
    """The whole seconds that a turn has taken at `now`. A vacation moves `turn_started` on by its
    whole length as soon as it begins, so while it lasts the turn is measured at its end."""
    return max(0, int((runs_on(now, away_until) - turn_started).total_seconds()))


def overlap(
    started: datetime, ended: datetime, other_started: datetime, other_ended: datetime
) -> timedelta:
    """How long two stretches of time run at once."""
    return max(timedelta(0), min(ended, other_ended) - max(started, other_started))


def _seconds(text: str) -> int:
    match = _DURATION.fullmatch(text)
    if match is None:
        raise TimeControlError(
            f"{text[:20]!r} is not a length of time. Write a number and a unit: "
            "3d, 12h, 30m or 45s."
        )
    return int(match[1]) * SECONDS[match[2]]


def _text(seconds: int) -> str:
    unit = _largest_unit(seconds)
    return f"{seconds // SECONDS[unit]}{unit}"


def _words(seconds: int) -> str:
    unit = _largest_unit(seconds)
    number = seconds // SECONDS[unit]
    return f"{number} {NAMES[unit]}{'' if number == 1 else 's'}"


def _largest_unit(seconds: int) -> str:
    return next(unit for unit, length in SECONDS.items() if seconds % length == 0)
