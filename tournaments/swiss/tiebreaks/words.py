"""Tie-breaks in words: the number that a table shows, and the sum behind it."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from ..event import Code
from .codes import Name
from .ratings import half_up
from .values import (
    Encounter,
    Expectation,
    Mean,
    Performance,
    RoundSum,
    ScoreSum,
    Stage,
    Term,
    Value,
    Worked,
)

DECIMALS = {
    Name.POINTS: 1,
    Name.PROGRESSIVE: 1,
    Name.STANDARD: 1,
    Name.BUCHHOLZ: 1,
    Name.FORE_BUCHHOLZ: 1,
    Name.KOYA: 1,
    Name.SONNEBORN_BERGER: 2,
    Name.OPPONENTS_BUCHHOLZ: 2,
}
# With so many rounds two decimals no longer tell all means of Buchholz sums apart.
MANY_ROUNDS = 9
# A table shows few amounts, and each of them many times.
AMOUNTS = 10_000
UNPLAYED = {
    Code.FORFEIT_WIN: "forfeit win",
    Code.FORFEIT_LOSS: "forfeit loss",
    Code.ALLOCATED_BYE: "allocated bye",
    Code.FULL_BYE: "full-point bye",
    Code.HALF_BYE: "half-point bye",
    Code.ABSENT: "absent",
}


def shown(value: Value, rounds: int) -> str:
    """The value as a table of the standings after so many rounds shows it, rounded half up."""
    if value.amount is None:
        return ""
    decimals = DECIMALS.get(value.tie_break.name, 0)
    if value.tie_break.name is Name.OPPONENTS_BUCHHOLZ and rounds >= MANY_ROUNDS:
        decimals += 1
    return fixed(value.amount, decimals)


@lru_cache(AMOUNTS)
def fixed(amount: Fraction, decimals: int) -> str:
    """The amount with so many decimals, halves rounded away from zero."""
    scale = 10**decimals
    units = half_up(abs(amount) * scale)
    whole, rest = divmod(units, scale)
    sign = "-" if amount < 0 and units else ""
    return f"{sign}{whole}.{rest:0{decimals}}" if decimals else f"{sign}{whole}"


@lru_cache(AMOUNTS)
def exact(amount: Fraction) -> str:
    """The amount in full: 2, 2.5, 10.25, or 38/3 (12.6667)."""
    if amount.denominator == 1:
        return str(amount.numerator)
    for decimals in (1, 2):
        if 10**decimals % amount.denominator == 0:
            return fixed(amount, decimals)
    return f"{amount} ({fixed(amount, 4)})"


@lru_cache(AMOUNTS)
def tenths(amount: int | Fraction) -> str:
    return exact(Fraction(amount) / 10)


def explain(value: Value) -> str:
    """One line with the sum behind a value, like `SB = 2*1 + 2.5*0.5 = 3.25`."""
    worked, amount = value.worked, value.amount
    if worked is None or amount is None:
        return f"{value.tie_break.text}: no value"
    return f"{value.tie_break.text}{_sum(value, worked, amount)}"


def _sum(value: Value, worked: Worked, amount: Fraction) -> str:
    match worked:
        case ScoreSum():
            return _score_sum(worked, amount)
        case RoundSum():
            return _round_sum(value.tie_break.name, worked, amount)
        case Mean():
            return _mean(worked, amount)
        case Performance():
            return _performance(worked, amount)
        case Expectation():
            return _expectation(worked, amount)
        case Encounter():
            return _encounter(worked, amount)
        case _:
            return f" = {exact(amount)}"


def _score_sum(worked: ScoreSum, amount: Fraction) -> str:
    if worked.cut:
        unit = 100 if worked.is_weighted else 10
        cut = " and ".join(exact(Fraction(worked.amount(term), unit)) for term in worked.cut)
        return f" (without {cut}) = {exact(amount)}"
    return f" = {_plus(_term(term, worked.is_weighted) for term in worked.terms)}{exact(amount)}"


def _term(term: Term, is_weighted: bool) -> str:
    score = tenths(term.score)
    return f"{score}*{tenths(term.points)}" if is_weighted else score


def _plus(summands: Iterable[str]) -> str:
    """`2 + 2.5 = `, or nothing if there is no sum to show."""
    joined = " + ".join(summands)
    return f"{joined} = " if " + " in joined or "*" in joined else ""


def _round_sum(name: Name, worked: RoundSum, amount: Fraction) -> str:
    if name is Name.KOYA and worked.limit is not None:
        opponents = ", ".join(str(part.opponent) for part in worked.parts) or "none"
        sum_ = _plus(tenths(part.amount) for part in worked.parts)
        limit = tenths(worked.limit)
        return f" (opponents on {limit} or more: {opponents}) = {sum_}{exact(amount)}"
    if name in (Name.POINTS, Name.PROGRESSIVE):
        left = [part for part in worked.parts if part not in worked.cut]
        return f" = {_plus(tenths(part.amount) for part in left)}{exact(amount)}"
    halves = {part.round for part in worked.parts if part.amount == 5}
    rounds = [f"{p.round}{' half' if p.round in halves else ''}" for p in worked.parts]
    return f" (rounds {', '.join(rounds) or 'none'}) = {exact(amount)}"


def _mean(worked: Mean, amount: Fraction) -> str:
    left = [part for part in worked.parts if part not in worked.cut]
    mean = f" = ({' + '.join(exact(Fraction(part.amount)) for part in left)}) / {len(left)}"
    if not worked.is_rounded or worked.exact is None:
        return f"{mean} = {exact(amount)}"
    return f"{mean} = {exact(worked.exact)} -> {exact(amount)}"


def _performance(worked: Performance, amount: Fraction) -> str:
    score = exact(Fraction(worked.half_points, 2))
    sign = "+" if worked.difference >= 0 else ""
    return (
        f": {score} of {worked.games} = {worked.percent} %, dp {worked.difference}, "
        f"{worked.average}{sign}{worked.difference} = {exact(amount)}"
    )


def _expectation(worked: Expectation, amount: Fraction) -> str:
    if worked.below is None:
        return f" = {exact(amount)} (lowest opponent - 800)"
    expected = "+".join(_percent(int(part.amount)) for part in worked.parts)
    total, below = Fraction(worked.total, 100), Fraction(worked.below, 100)
    return (
        f" = {exact(amount)} (sum of expected {expected} = {fixed(total, 2)}; "
        f"one point lower {fixed(below, 2)})"
    )


def _percent(percent: int) -> str:
    return fixed(Fraction(percent, 100), 2).removeprefix("0")


def _encounter(worked: Encounter, amount: Fraction) -> str:
    if not worked.stages:
        return ": not tied"
    looks = "; ".join(map(_stage, worked.stages))
    return f": {f'place {amount}' if amount else 'no decision'} ({looks})"


def _stage(stage: Stage) -> str:
    others = len(stage.group) - 1
    best = "" if stage.met == others else f", at best {tenths(stage.best)}"
    group = ", ".join(map(str, stage.group))
    return f"{tenths(stage.score)} against {stage.met} of the other {others} in {group}{best}"


def dummies(value: Value) -> list[str]:
    """One line for each unplayed round of a Buchholz or Sonneborn-Berger: what stands for it."""
    if not isinstance(value.worked, ScoreSum):
        return []
    terms = value.worked.terms
    return [_dummy(term, len(terms)) for term in terms if term.own is not None]


def _dummy(term: Term, rounds: int) -> str:
    own, limit = tenths(term.own or 0), tenths(term.limit or 0)
    if term.opponent is None:
        draw = tenths(Fraction(term.limit or 0, rounds))
        against = f"{draw} x {rounds} = {limit}"
    else:
        against = f"ADJ of {term.opponent} = {limit}"
    voluntary = ", VUR" if term.is_voluntary else ""
    return (
        f"R{term.round} {UNPLAYED[term.code]}: min(own {own}, {against}) = "
        f"{tenths(term.score)}{voluntary}"
    )
