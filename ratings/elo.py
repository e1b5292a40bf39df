"""Elo in whole numbers, so that a replay of the same games gives the same digits.

The formula is Arpad Elo's with the logistic curve. K, and the limit on the difference, follow the
FIDE rating regulations B.02, section 8.3 (the limit as of 2024, the true difference of the highest
rated as of October 2025), without what needs birth dates or rating periods.

Ratings and changes are in micro-points, expected scores in millionths.
"""

import math

from .numbers import (
    D_LIMIT,
    FLOOR,
    K_ESTABLISHED,
    K_NEW,
    K_SMALL,
    NEW_GAMES,
    ONE,
    PEAK_FOR_SMALL_K,
    SCALE,
    TRUE_DIFFERENCE_FROM,
)


def expected(own: int, other: int) -> int:
    """The score that a player rated `own` can expect against one rated `other`.

    A player below 2650 is never taken to be more than 400 points ahead or behind; so the two
    players' expected scores add up to one unless one of them is rated 2650 or more.
    """
    difference = own - other
    apart = abs(difference)
    if apart > D_LIMIT and own < TRUE_DIFFERENCE_FROM:
        apart = D_LIMIT
    score = 1.0 / (1.0 + math.pow(10.0, -apart / SCALE))
    ahead = math.floor(score * ONE + 0.5)
    return ahead if difference >= 0 else ONE - ahead


def k_factor(games: int, peak: int | None, is_bot: bool) -> int:
    """The weight of the next game after `games` rated ones; `peak` as in `peak_after`."""
    if games < NEW_GAMES:
        return K_NEW
    if is_bot or (peak is not None and peak >= PEAK_FOR_SMALL_K):
        return K_SMALL
    return K_ESTABLISHED


def change(k: int, half_points: int, expected: int) -> int:
    """What a game gives to a player who scored `half_points` (0, 1 or 2), before the floor."""
    return k * (half_points * (ONE // 2) - expected)


def after(before: int, change: int) -> int:
    """The new rating, which never falls below the floor."""
    return max(before + change, FLOOR)


def peak_after(peak: int | None, games: int, rating: int) -> int | None:
    """The highest rating held since the thirtieth rated game, when `games` have been rated and
    the last of them led to `rating`; None before the thirtieth."""
    if games < NEW_GAMES:
        return None
    return rating if peak is None else max(peak, rating)
