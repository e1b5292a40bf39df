"""Tie-breaks by ratings (FIDE C.07, article 10), over games played only.

The tables are those of the FIDE rating regulations, B.02 8.1, used in full: a difference above
400 points is not cut.
"""

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from ..event import Code
from .codes import Name, TieBreak
from .scores import Scores
from .values import Expectation, Given, Mean, Part, Performance, Value

# The rating difference for a score of 50, 51, ... 100 percent.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
# The differences from which the higher rated player is expected to score 51, 52, ... 100 percent.
EXPECTED_FROM = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163,
    171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375,
    392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
NOTHING_SCORED = 800
HALF_POINTS = {
    Code.WIN: 2,
    Code.UNRATED_WIN: 2,
    Code.DRAW: 1,
    Code.UNRATED_DRAW: 1,
}


def half_up(exact: Fraction) -> int:
    return (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)


def difference(percent: int) -> int:
    """The rating difference that a score of so many percent stands for."""
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]


def expected(rating: int, other: int) -> int:
    """The score in percent that a player of this rating is expected to make against the other."""
    if rating >= other:
        return 50 + bisect_right(EXPECTED_FROM, rating - other)
    return 50 - bisect_right(EXPECTED_FROM, other - rating)


def mean(parts: tuple[Part, ...], cut: tuple[Part, ...] = (), is_rounded: bool = True) -> Mean:
    """The mean of the parts less those cut; `exact` is None if none are left."""
    left = len(parts) - len(cut)
    total = Fraction(sum(part.amount for part in parts) - sum(part.amount for part in cut))
    return Mean(parts, cut, total / left if left else None, is_rounded)


class Ratings:
    """The rating tie-breaks of all players, each computed once.

    `unrated_as` is the rating published for unrated players. Without it, no rating tie-break has a
    value for anybody as soon as one player of the event is unrated.
    """

    def __init__(self, scores: Scores, unrated_as: int | None) -> None:
        self.scores = scores
        self.of: dict[int, int] = {}
        for player in scores.event.players:
            rating = unrated_as if player.rating is None else player.rating
            if rating is not None:
                self.of[player.number] = rating
        self.is_complete = len(self.of) == len(scores.numbers)
        self.performance = cache(self._performance)
        self.perfect = cache(self._perfect)

    def half_points(self, number: int) -> int:
        return sum(HALF_POINTS.get(result.code, 0) for result in self.scores.results[number])

    def average(self, number: int, low: int = 0, high: int = 0) -> Mean:
        """ARO (10.1), without the lowest and highest opponents cut."""
        parts = tuple(
            Part(r, self.of[opponent], opponent) for r, opponent in self.scores.games[number]
        )
        ranked = sorted(parts, key=lambda part: part.amount)
        lowest, rest = ranked[:low], ranked[low:]
        highest = rest[::-1][:high]
        return mean(parts, (*lowest, *highest))

    def _performance(self, number: int) -> Performance | None:
        """TPR (10.2); None if no game was played."""
        average = self.average(number).exact
        if average is None:
            return None
        games, half_points = len(self.scores.games[number]), self.half_points(number)
        percent = half_up(Fraction(100 * half_points, 2 * games))
        return Performance(half_up(average), half_points, games, percent, difference(percent))

    def _perfect(self, number: int) -> tuple[int, Expectation] | None:
        """PTP (10.3): the lowest rating that was expected to score as much; None without a game."""
        games = self.scores.games[number]
        if not games:
            return None
        ratings = [self.of[opponent] for _, opponent in games]
        wanted = 50 * self.half_points(number)
        if not wanted:
            return min(ratings) - NOTHING_SCORED, Expectation((), None)
        low, high = min(ratings) - NOTHING_SCORED, max(ratings) + NOTHING_SCORED
        while low < high:
            middle = (low + high) // 2
            if _total(middle, ratings) >= wanted:
                high = middle
            else:
                low = middle + 1
        parts = tuple(Part(r, expected(low, self.of[other]), other) for r, other in games)
        return low, Expectation(parts, _total(low - 1, ratings))

    def opponents_mean(self, number: int, of: Callable[[int], int | None]) -> Mean:
        """The mean of what the opponents of games played have."""
        worth = [(round_, of(opponent), opponent) for round_, opponent in self.scores.games[number]]
        return mean(tuple(Part(r, got, other) for r, got, other in worth if got is not None))

    def performance_rating(self, number: int) -> int | None:
        worked = self.performance(number)
        return None if worked is None else worked.average + worked.difference

    def perfect_rating(self, number: int) -> int | None:
        worked = self.perfect(number)
        return None if worked is None else worked[0]

    def value(self, tie_break: TieBreak, number: int) -> Value:
        if not self.is_complete:
            return Value(tie_break, None, None)
        match tie_break.name:
            case Name.OPPONENTS_RATING:
                cuts = tie_break.low_cuts, tie_break.high_cuts
                return rounded(tie_break, self.average(number, *cuts))
            case Name.OPPONENTS_PERFORMANCE:
                return rounded(tie_break, self.opponents_mean(number, self.performance_rating))
            case Name.OPPONENTS_PERFECT:
                return rounded(tie_break, self.opponents_mean(number, self.perfect_rating))
            case Name.PERFORMANCE:
                return _whole(tie_break, self.performance_rating(number), self.performance(number))
            case Name.PERFECT_PERFORMANCE:
                found = self.perfect(number)
                return _whole(tie_break, *(found or (None, None)))
            case _:
                return Value(tie_break, Fraction(self.of[number]), Given())


def _total(rating: int, opponents: list[int]) -> int:
    return sum(expected(rating, other) for other in opponents)


def rounded(tie_break: TieBreak, worked: Mean) -> Value:
    if worked.exact is None:
        return Value(tie_break, None, None)
    return Value(tie_break, Fraction(half_up(worked.exact)), worked)


def _whole(
    tie_break: TieBreak, amount: int | None, worked: Performance | Expectation | None
) -> Value:
    if amount is None or worked is None:
        return Value(tie_break, None, None)
    return Value(tie_break, Fraction(amount), worked)
