"""The pairing of a round by the Dutch system, with the reasons of every pair."""

from dataclasses import dataclass

from .colours import ColourRule, initial_colour, seat, seat_without_colours
from .criteria import (
    COLOUR_CRITERIA,
    RISING_CRITERIA,
    Bracket,
    Criterion,
    colour_faults,
    leaving_faults,
    rising_faults,
)
from .descent import Method, brackets, by_tiers, settle_bye
from .entrants import Entrant, Mode, Relief, field_of
from .event import Colour, Event, verify


@dataclass(frozen=True, slots=True)
class Departure:
    """A player left a bracket unpaired: the score of its residents and what was given up for it."""

    player: int
    bracket: int
    given_up: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a pair is as it is.

    `bracket` is the score of the residents of its bracket, in tenths. `departures` tell how its
    players came down to it. `met` and `given_up` are the criteria that speak of such a pair.
    `colour_rule` decided the colours; it is None for the bye.
    """

    bracket: int
    departures: tuple[Departure, ...]
    met: tuple[Criterion, ...]
    given_up: tuple[Criterion, ...]
    colour_rule: ColourRule | None


@dataclass(frozen=True, slots=True)
class Pair:
    """Who has white and who black, by pairing numbers; `black` None is the allocated bye."""

    white: int
    black: int | None
    reasons: Reasons


class NoLegalPairing(Exception):
    """No complete pairing exists under C1-C3.

    `relief` names the rules without any one of which there would be one.
    """

    def __init__(self, text: str, relief: tuple[Relief, ...] = ()) -> None:
        super().__init__(text)
        self.relief = relief


class NoRoundLeft(NoLegalPairing):
    """All rounds of the event are finished."""


def pair_round(event: Event, mode: Mode = Mode.DUTCH) -> list[Pair]:
    """The pairs of the round after the finished ones, in board order, the bye last.

    Raises `NoLegalPairing`, `NoRoundLeft` after the last round, and `BrokenEvent` if the event
    contradicts itself or the initial colour is needed and not known.
    """
    return pair_by(by_tiers, event, mode)


def pair_by(method: Method, event: Event, mode: Mode = Mode.DUTCH) -> list[Pair]:
    """`pair_round` by one method of pairing a bracket; all methods must agree."""
    verify(event)
    if event.finished >= event.rounds:
        raise NoRoundLeft(f"All {event.rounds} rounds are finished.")
    field = settle_bye(field_of(event, mode))
    if field is None:
        raise _refusal(event, mode)
    boards: list[tuple[tuple[int, ...], Pair]] = []
    departures: dict[int, tuple[Departure, ...]] = {}
    initial = initial_colour(event)
    bracket = None
    for bracket, solution in brackets(field, method):
        for x, y in solution.pairs:
            pair = _pair(bracket, x, y, initial, mode, departures.get(x, ()))
            boards.append((_board(field.entrants[x], field.entrants[y]), pair))
        for x in solution.leavers:
            departures[x] = (*departures.get(x, ()), _departure(bracket, x))
    pairs = [pair for _, pair in sorted(boards, key=lambda board: board[0])]
    if bracket is not None:
        pairs += [_bye(bracket, departures[x]) for x in solution.leavers]
    return pairs


def _pair(
    bracket: Bracket,
    x: int,
    y: int,
    initial: Colour | None,
    mode: Mode,
    departures: tuple[Departure, ...],
) -> Pair:
    higher, lower = bracket.field.entrants[x], bracket.field.entrants[y]
    asked: tuple[Criterion, ...] = COLOUR_CRITERIA if mode is Mode.DUTCH else ()
    given_up = colour_faults(higher, lower)
    if x in bracket.moved:
        asked, given_up = asked + RISING_CRITERIA, given_up + rising_faults(lower)
    seats = (seat if mode is Mode.DUTCH else seat_without_colours)(higher, lower, initial)
    met = tuple(criterion for criterion in asked if criterion not in given_up)
    reasons = Reasons(bracket.score, departures, met, given_up, seats.rule)
    return Pair(seats.white.number, seats.black.number, reasons)


def _departure(bracket: Bracket, x: int) -> Departure:
    entrant = bracket.field.entrants[x]
    return Departure(entrant.number, bracket.score, leaving_faults(entrant, x in bracket.moved))


def _bye(bracket: Bracket, departures: tuple[Departure, ...]) -> Pair:
    reasons = Reasons(bracket.score, departures, (Criterion.C2, Criterion.C5), (), None)
    return Pair(departures[-1].player, None, reasons)


def _board(x: Entrant, y: Entrant) -> tuple[int, ...]:
    """The place of a pair among the boards, by the scores without extra points."""
    higher, lower = sorted((x, y), key=lambda entrant: (-entrant.bare_score, entrant.number))
    return -higher.bare_score, -lower.bare_score, higher.number


def _refusal(event: Event, mode: Mode) -> NoLegalPairing:
    relief = tuple(r for r in Relief if settle_bye(field_of(event, mode, r)) is not None)
    hint = f" There is one without: {', '.join(relief)}." if relief else ""
    return NoLegalPairing(f"There is no complete pairing.{hint}", relief)
