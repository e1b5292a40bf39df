"""The arithmetic of matches: scores, their intervals, and differences in Elo."""

import math
from dataclasses import dataclass

SURE = 1.959964
"""Standard deviations on either side that leave out 5 % of a normal distribution."""


@dataclass(frozen=True)
class Tally:
    """The games of a match as its first player sees them."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def score(self) -> float:
        """Points a game, 0 to 1; half before the first."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the score at 95 % (1927), a draw counted as half a win: a little
        too wide then, and never beyond 0 or 1."""
        if not self.games:
            return 0.0, 1.0
        n, z = self.games, SURE
        middle = (self.score + z * z / (2 * n)) / (1 + z * z / n)
        spread = self.score * (1 - self.score) / n + z * z / (4 * n * n)
        half = z * math.sqrt(spread) / (1 + z * z / n)
        return middle - half if self.score else 0.0, middle + half if self.score < 1 else 1.0

    def __str__(self) -> str:
        """`120-78-2, 60.5 % (53.6 to 67.0), Elo +74 (+25 to +123)`."""
        games = "-".join(map(str, (self.won, self.lost, self.drawn)[: 3 if self.drawn else 2]))
        low, high = self.interval
        return (
            f"{games}, {100 * self.score:.1f} % ({100 * low:.1f} to {100 * high:.1f}), "
            f"Elo {shown(elo(self.score))} ({shown(elo(low))} to {shown(elo(high))})"
        )


def elo(score: float) -> float:
    """The difference in Elo at which that score is expected; infinite for 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def shown(difference: float) -> str:
    """A difference in Elo with its sign, in whole points."""
    if math.isinf(difference):
        return "+∞" if difference > 0 else "-∞"
    return f"{difference:+.0f}"
