"""Why a pair is as it is, as data; `words` puts it into sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from .bracket import Solution
from .colours import ColourRule, Seats
from .criteria import (
    COLOUR_CRITERIA,
    RISING_CRITERIA,
    Bracket,
    Criterion,
    colour_faults,
    leaving_faults,
    rising_faults,
)
from .entrants import Entrant, Mode, Strength
from .event import Colour


class Place(StrEnum):
    """Where a pair stands in the order of candidates (8.2, 8.3) of its bracket.

    FIRST is where all pairs would stand if no criterion asked for anything else: the first of the
    upper half meets the first of the lower half, and a moved-down player the first resident.
    """

    FIRST = "first"
    TRANSPOSED = "transposed"
    EXCHANGED = "exchanged"


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a pair before the round.

    `score` is the one by which the round is paired, in tenths. `preference` is the colour that the
    player should get next, if any, and `strength` how urgently.
    """

    player: int
    score: int
    preference: Colour | None
    strength: Strength


@dataclass(frozen=True, slots=True)
class Departure:
    """A player left a bracket unpaired, as one of `leavers` of its `members`.

    `bracket` is the score of its residents, and `given_up` the criteria given up for it.
    """

    player: int
    bracket: int
    members: int
    leavers: int
    given_up: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a pair is as it is.

    `bracket` is the score of the residents of its bracket, in tenths. `sides` are the players,
    white first. `departures` tell how one of them came down to the bracket. `met` and `given_up`
    are the criteria that speak of such a pair, in their order. `place` tells whether the players
    had to change places in the order, and `colour_rule` decided the colours; both are None for the
    bye.
    """

    bracket: int
    sides: tuple[Side, ...]
    departures: tuple[Departure, ...]
    met: tuple[Criterion, ...]
    given_up: tuple[Criterion, ...]
    place: Place | None
    colour_rule: ColourRule | None


@dataclass(frozen=True, slots=True)
class Pair:
    """Who has white and who black, by pairing numbers; `black` None is the allocated bye."""

    white: int
    black: int | None
    reasons: Reasons


def places(bracket: Bracket, solution: Solution) -> dict[int, Place]:
    """The place of each pair of a bracket, by its higher ranked player."""
    moved = set(bracket.moved)
    risen = [pair for pair in solution.pairs if pair[0] in moved]
    first = list(zip(bracket.moved, bracket.residents, strict=False))
    found = {
        pair[0]: Place.FIRST if pair == first[i] else Place.TRANSPOSED
        for i, pair in enumerate(risen)
    }
    taken = {y for _, y in risen}
    rest = [x for x in bracket.residents if x not in taken]
    half = len(solution.pairs) - len(risen)
    at = {x: i for i, x in enumerate(rest)}
    for x, y in solution.pairs:
        if x not in moved:
            found[x] = _place(at[x], at[y], half)
    return found


def _place(upper: int, lower: int, half: int) -> Place:
    if upper >= half or lower < half:
        return Place.EXCHANGED
    return Place.FIRST if lower == upper + half else Place.TRANSPOSED


def pair_of(
    bracket: Bracket,
    pair: tuple[int, int],
    seats: Seats,
    mode: Mode,
    departures: tuple[Departure, ...],
    place: Place,
) -> Pair:
    """A pair of a bracket, given by places in the field, with its reasons."""
    x, y = pair
    entrants = bracket.field.entrants
    asked: tuple[Criterion, ...] = COLOUR_CRITERIA if mode is Mode.DUTCH else ()
    given_up = colour_faults(entrants[x], entrants[y])
    if x in bracket.moved:
        asked, given_up = asked + RISING_CRITERIA, given_up + rising_faults(entrants[y])
    met = tuple(criterion for criterion in asked if criterion not in given_up)
    sides = _side(seats.white), _side(seats.black)
    reasons = Reasons(bracket.score, sides, departures, met, in_order(given_up), place, seats.rule)
    return Pair(seats.white.number, seats.black.number, reasons)


def departure_of(bracket: Bracket, x: int, leavers: int) -> Departure:
    entrant = bracket.field.entrants[x]
    given_up = leaving_faults(entrant, x in bracket.moved)
    members = len(bracket.members)
    return Departure(entrant.number, bracket.score, members, leavers, in_order(given_up))


def bye_of(bracket: Bracket, x: int, departures: tuple[Departure, ...]) -> Pair:
    """The allocated bye of who is left over at the end."""
    entrant = bracket.field.entrants[x]
    asked = (Criterion.C2, Criterion.C5, Criterion.C9)
    reasons = Reasons(bracket.score, (_side(entrant),), departures, asked, (), None, None)
    return Pair(entrant.number, None, reasons)


def _side(entrant: Entrant) -> Side:
    return Side(entrant.number, entrant.score, entrant.preference, entrant.strength)


def in_order(criteria: Sequence[Criterion]) -> tuple[Criterion, ...]:
    return tuple(criterion for criterion in Criterion if criterion in criteria)
