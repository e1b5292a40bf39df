"""Which games a bot takes part in."""

import re
from dataclasses import dataclass
from typing import Self

from ..client.payloads import Offer

RATED, CASUAL, NONE = "rated", "casual", "none"


@dataclass(frozen=True)
class Terms:
    """What a seek offers."""

    size: int
    time_control: str
    rated: bool

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `5,3d,rated`. Raises ValueError."""
        parts = [part.strip() for part in text.split(",")]
        if len(parts) != 3 or parts[0] not in ("5", "6", "7") or parts[2] not in (RATED, CASUAL):
            raise ValueError(
                f"{text!r} is not like 5,3d,rated: size, time control, rated or casual."
            )
        if not re.fullmatch(r"[0-9]+[dhms](\+[0-9]+[dhms](/[0-9]+[dhms])?)?", parts[1]):
            raise ValueError(f"{parts[1]!r} is not a time control like 3d or 7d+1d.")
        return cls(int(parts[0]), parts[1], parts[2] == RATED)

    def __str__(self) -> str:
        return f"{self.size},{self.time_control},{RATED if self.rated else CASUAL}"

    @classmethod
    def of(cls, offer: Offer) -> Self:
        return cls(offer["size"], offer["time_control"], offer["rated"])


@dataclass(frozen=True)
class Policy:
    """`games` at most at once; challenges that are `rated` or `casual` are accepted; `seeks` are
    kept open while there is room."""

    games: int = 4
    rated: bool = True
    casual: bool = True
    seeks: tuple[Terms, ...] = ()

    def wants(self, offer: Offer) -> bool:
        return self.rated if offer["rated"] else self.casual


def accepted(text: str) -> tuple[bool, bool]:
    """Whether rated and casual challenges are accepted, from `rated,casual`. Raises ValueError."""
    words = {word.strip() for word in text.split(",")}
    if not words <= {RATED, CASUAL} and words != {NONE}:
        raise ValueError(f"{text!r} is not rated, casual, rated,casual or none.")
    return RATED in words, CASUAL in words
