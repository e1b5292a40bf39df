"""The sum behind a tie-break as rows of a table."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tournaments.swiss.tiebreaks import Value
from tournaments.swiss.tiebreaks.values import (
    Expectation,
    Mean,
    RoundSum,
    ScoreSum,
    Term,
)
from tournaments.swiss.tiebreaks.values import Part as Summand
from tournaments.swiss.tiebreaks.words import exact, tenths


class Part(NamedTuple):
    """One summand: its round, the number of the opponent, what it adds, the score and the points
    that it is the product of where it is one, and whether it was cut. A dummy opponent stands for
    an unplayed round."""

    round: int
    opponent: int | None
    adds: str
    factors: str = ""
    is_cut: bool = False
    is_dummy: bool = False


def parts_of(value: Value) -> tuple[Part, ...]:
    """In order of rounds; none for a value that is no sum."""
    match value.worked:
        case ScoreSum() as worked:
            return tuple(_terms(worked))
        case RoundSum() as worked:
            return tuple(_summands(worked.parts, worked.cut, in_tenths=True))
        case Mean() as worked:
            return tuple(_summands(worked.parts, worked.cut, in_tenths=False))
        case Expectation() as worked:
            return tuple(_summands(worked.parts, (), in_tenths=False))
    return ()


def _terms(worked: ScoreSum) -> Iterable[Part]:
    for term in worked.terms:
        unit = 100 if worked.is_weighted else 10
        yield Part(
            term.round,
            term.opponent,
            exact(Fraction(worked.amount(term), unit)),
            _factors(term) if worked.is_weighted else "",
            any(term is gone for gone in worked.cut),
            term.own is not None,
        )


def _factors(term: Term) -> str:
    return f"{tenths(term.score)} x {tenths(term.points)}"


def _summands(
    parts: Iterable[Summand], cut: Iterable[Summand], *, in_tenths: bool
) -> Iterable[Part]:
    gone = list(cut)
    for part in parts:
        amount = tenths(part.amount) if in_tenths else exact(Fraction(part.amount))
        yield Part(part.round, part.opponent, amount, is_cut=part in gone)
