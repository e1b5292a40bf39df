"""The values of any tie-break but direct encounter, for every player of an event."""

from collections.abc import Callable
from fractions import Fraction

from .codes import Name, TieBreak, UnknownTieBreak
from .ratings import Ratings, mean
from .rounds import COUNTS, count, koya, points, progressive
from .scores import Scores, cut
from .values import Given, Part, RoundSum, ScoreSum, Value

OF_RATINGS = frozenset(
    (
        Name.OPPONENTS_RATING,
        Name.PERFORMANCE,
        Name.PERFECT_PERFORMANCE,
        Name.OPPONENTS_PERFORMANCE,
        Name.OPPONENTS_PERFECT,
        Name.RATING,
    )
)
NOT_IN_ROUND_ROBINS = frozenset((Name.BUCHHOLZ, Name.FORE_BUCHHOLZ, Name.OPPONENTS_BUCHHOLZ))
Valuer = Callable[[int], Value]
RatingsOf = Callable[[int | None], Ratings]  # by the rating published for unrated players


def values(scores: Scores, tie_break: TieBreak, ratings: RatingsOf) -> dict[int, Value]:
    """The value of each player by number; raises `UnknownTieBreak` for one not to be used here."""
    if scores.is_round_robin and tie_break.name in NOT_IN_ROUND_ROBINS:
        raise UnknownTieBreak(f"{tie_break.text} is not used in a round robin (C.07, article 8).")
    value = _valuer(scores, tie_break, ratings)
    return {number: value(number) for number in scores.numbers}


def _valuer(scores: Scores, tie_break: TieBreak, ratings: RatingsOf) -> Valuer:
    name = tie_break.name
    if name in OF_RATINGS:
        own = ratings(tie_break.unrated_as)
        return lambda number: own.value(tie_break, number)
    if name in COUNTS:
        return lambda number: of_rounds(tie_break, count(scores, tie_break, number))
    match name:
        case Name.POINTS:
            return lambda number: of_rounds(tie_break, points(scores, number))
        case Name.PROGRESSIVE:
            return lambda number: of_rounds(tie_break, progressive(scores, tie_break, number))
        case Name.KOYA:
            return lambda number: of_rounds(tie_break, koya(scores, tie_break, number))
        case Name.PAIRING_NUMBER:
            return lambda number: Value(tie_break, Fraction(number), Given())
        case Name.OPPONENTS_BUCHHOLZ:
            return _opponents_buchholz(scores, tie_break)
        case Name.BUCHHOLZ | Name.FORE_BUCHHOLZ | Name.SONNEBORN_BERGER:
            terms = scores.terms(tie_break.is_fore, tie_break.forfeits_as_games)
            cuts = tie_break.low_cuts, tie_break.high_cuts
            is_weighted = name is Name.SONNEBORN_BERGER
            return lambda number: of_scores(tie_break, cut(terms[number], *cuts, is_weighted))
        case _:
            raise UnknownTieBreak(f"{tie_break.text} has a value inside a tied group only.")


def of_rounds(tie_break: TieBreak, worked: RoundSum) -> Value:
    total = sum(part.amount for part in worked.parts) - sum(part.amount for part in worked.cut)
    return Value(tie_break, Fraction(total) / 10, worked)


def of_scores(tie_break: TieBreak, worked: ScoreSum) -> Value:
    unit = 100 if worked.is_weighted else 10
    total = sum(map(worked.amount, worked.terms)) - sum(map(worked.amount, worked.cut))
    return Value(tie_break, Fraction(total, unit), worked)


def _opponents_buchholz(scores: Scores, tie_break: TieBreak) -> Valuer:
    """AOB (8.2): the mean Buchholz of the opponents of games played, once for each game."""
    terms = scores.terms(tie_break.is_fore, False)
    buchholz = {n: Fraction(sum(term.score for term in own), 10) for n, own in terms.items()}

    def value(number: int) -> Value:
        played = tuple(
            Part(term.round, buchholz[term.opponent], term.opponent)
            for term in terms[number]
            if term.code.is_played and term.opponent is not None
        )
        worked = mean(played, is_rounded=False)
        return Value(tie_break, worked.exact, worked if played else None)

    return value
