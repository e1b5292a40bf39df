"""Tie-breaks that look at the player's own rounds (FIDE C.07, article 7, and Koya, 9.2)."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from ..event import Code, Colour, Result
from .codes import Name, TieBreak
from .scores import VOLUNTARY, Scores
from .values import Part, RoundSum

ONE = 10
HALF = 5
GAMES_WON = frozenset((Code.WIN, Code.UNRATED_WIN))

Count = Callable[[Scores, Result, int], int]


def _is_worth_a_win(scores: Scores, result: Result, points: int) -> int:
    return ONE if points == scores.win else 0


def _is_won(scores: Scores, result: Result, points: int) -> int:
    return ONE if result.code in GAMES_WON else 0


def _is_black(scores: Scores, result: Result, points: int) -> int:
    return ONE if result.code.is_played and result.colour is Colour.BLACK else 0


def _is_won_as_black(scores: Scores, result: Result, points: int) -> int:
    return min(_is_won(scores, result, points), _is_black(scores, result, points))


def _is_chosen(scores: Scores, result: Result, points: int) -> int:
    return 0 if result.code in VOLUNTARY else ONE


def _standard(scores: Scores, result: Result, points: int) -> int:
    if points > scores.draw:
        return ONE
    return HALF if points == scores.draw else 0


COUNTS: dict[Name, Count] = {
    Name.WINS: _is_worth_a_win,
    Name.GAMES_WON: _is_won,
    Name.GAMES_AS_BLACK: _is_black,
    Name.WON_AS_BLACK: _is_won_as_black,
    Name.ROUNDS_CHOSEN: _is_chosen,
    Name.STANDARD: _standard,
}


def count(scores: Scores, tie_break: TieBreak, number: int) -> RoundSum:
    """One of `COUNTS`: the rounds that count, each with how much."""
    worth = COUNTS[tie_break.name]
    rounds = zip(scores.results[number], scores.points[number], strict=True)
    amounts = [worth(scores, result, points) for result, points in rounds]
    return RoundSum(tuple(Part(r, amount) for r, amount in enumerate(amounts, 1) if amount))


def points(scores: Scores, number: int) -> RoundSum:
    """The points of each round, and the bonus points, if any, as of round 0."""
    parts = [Part(r, got) for r, got in enumerate(scores.points[number], start=1)]
    bonus = scores.bonus[number]
    return RoundSum((*([Part(0, bonus)] if bonus else []), *parts))


def progressive(scores: Scores, tie_break: TieBreak, number: int) -> RoundSum:
    """PS (7.5): the running totals; a cut leaves out those after the first rounds."""
    totals = accumulate(scores.points[number])
    parts = tuple(Part(r, total) for r, total in enumerate(totals, start=1))
    return RoundSum(parts, parts[: tie_break.low_cuts])


def koya(scores: Scores, tie_break: TieBreak, number: int) -> RoundSum:
    """KS (9.2): the points scored against opponents who have at least half of all points."""
    limit = Fraction(scores.win * scores.after, 2) + HALF * tie_break.limit_shift
    rounds = zip(scores.results[number], scores.points[number], strict=True)
    parts = tuple(
        Part(round_, got, result.opponent)
        for round_, (result, got) in enumerate(rounds, start=1)
        if result.opponent is not None and scores.own[result.opponent] >= limit
    )
    return RoundSum(parts, limit=limit)
