"""What a bot is told about its time."""

import math
import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a program that runs on the site has no use for the rest of the client
    from ..client.payloads import Game

_UNITS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_INCREMENT = re.compile(r"[0-9]+[dhms]\+([0-9]+)([dhms])(?:/[0-9]+[dhms])?")


@dataclass(frozen=True)
class Clock:
    """`seconds` are left for this move (infinite where no clock runs), `increment` are added to the
    bank after it (0 for a time control without a bank), `deadline` is the instant in UTC."""

    seconds: float = math.inf
    increment: int = 0
    deadline: datetime | None = None

    @classmethod
    def of(cls, game: "Game", now: datetime) -> "Clock":
        """The clock of the player to move, at `now` by the site's clock."""
        increment = _increment(game["time_control"])
        if game["deadline"] is None:
            return cls(increment=increment)
        deadline = datetime.fromisoformat(game["deadline"])
        return cls((deadline - now).total_seconds(), increment, deadline)


def _increment(time_control: str) -> int:
    found = _INCREMENT.fullmatch(time_control)
    return int(found[1]) * _UNITS[found[2]] if found else 0
