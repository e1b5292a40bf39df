"""How uncertain a rating is: a label that never changes a rating.

The variance follows the error of an Elo step with a fixed K, under the model that the true
difference is normally distributed about the rated one; the square root in the slope is the
flattening of Glicko (Mark Glickman, "Parameter estimation in large dynamic paired comparison
experiments", 1999). Variances are in square points. In a pool whose players all begin at once the
label is too small after some fifty games.
"""

from datetime import datetime
from math import floor, log, pi, sqrt

from .numbers import GROWTH_A_DAY, ONE, PROVISIONAL_DEVIATION, START_VARIANCE

Q = log(10) / 400
FLATTENING = 3 * Q**2 / pi**2


def grown(variance: float, last_rated: datetime | None, at: datetime) -> float:
    """The variance at the instant `at`, for a player whose last rated game finished at
    `last_rated`: each whole day adds to it, up to that of a newcomer."""
    if last_rated is None:
        return variance
    days = (at - last_rated).days
    return min(variance + GROWTH_A_DAY * days, START_VARIANCE) if days > 0 else variance


def certain_days(variance: float) -> int:
    """For how many days after a game that left this variance the rating is not provisional for
    its uncertainty; 0 when it is so at once. In these days `grown` gives at most the limit."""
    room = PROVISIONAL_DEVIATION**2 - variance
    return floor(room / GROWTH_A_DAY) + 1 if room >= 0 else 0


def updated(variance: float, opponents: float, k: int, expected: int) -> float:
    """The variance after a rated game with this K and expected score (in millionths), from the
    variances of the player and of the opponent before it."""
    score = expected / ONE
    spread = score * (1.0 - score)
    slope = Q * spread / sqrt(1.0 + FLATTENING * (variance + opponents))
    return variance * (1.0 - k * slope) ** 2 + k**2 * (spread + slope**2 * opponents)


def deviation(variance: float) -> float:
    """One standard error, in points."""
    return sqrt(variance)
