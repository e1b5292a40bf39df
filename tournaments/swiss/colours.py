"""Who gets which colour in a pair (articles 5.1 and 5.2), and who sits first where none counts."""

from dataclasses import dataclass
from enum import IntEnum

from .entrants import Entrant, Strength
from .event import BrokenEvent, Colour, Event


class ColourRule(IntEnum):
    """The rule of dutch order that decided, or how the seats of a game without colours were set."""

    GRANT_BOTH = 1
    STRONGER = 2
    LAST_DIFFERENCE = 3
    HIGHER_RANKED = 4
    INITIAL_COLOUR = 5
    FEWER_FIRST = 6
    FIRST_LONGER_AGO = 7


@dataclass(frozen=True, slots=True)
class Seats:
    white: Entrant
    black: Entrant
    rule: ColourRule


def seat(higher: Entrant, lower: Entrant, initial: Colour | None) -> Seats:
    """The colours of a pair, the higher ranked player given first."""
    rule, colour = _colour_of_higher(higher, lower, initial)
    if colour is Colour.WHITE:
        return Seats(higher, lower, rule)
    return Seats(lower, higher, rule)


def _colour_of_higher(
    higher: Entrant, lower: Entrant, initial: Colour | None
) -> tuple[ColourRule, Colour]:
    mine, theirs = higher.preference, lower.preference
    if mine is None and theirs is None:
        return ColourRule.INITIAL_COLOUR, by_running_number(higher, initial)
    if mine is None or theirs is None:
        return ColourRule.GRANT_BOTH, mine or (theirs or Colour.WHITE).other
    if mine is not theirs:
        return ColourRule.GRANT_BOTH, mine
    urgency, other = _urgency(higher), _urgency(lower)
    if urgency != other:
        return ColourRule.STRONGER, mine if urgency > other else mine.other
    for own, opposite in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own is not opposite:
            return ColourRule.LAST_DIFFERENCE, own.other
    return ColourRule.HIGHER_RANKED, mine


def _urgency(entrant: Entrant) -> tuple[int, int]:
    is_absolute = entrant.strength is Strength.ABSOLUTE
    return entrant.strength, abs(entrant.difference) if is_absolute else 0


def by_running_number(higher: Entrant, initial: Colour | None) -> Colour:
    """Rule 5: odd running numbers get the initial colour.

    Raises `BrokenEvent` if that colour is needed and not known.
    """
    if initial is None:
        raise BrokenEvent(
            "The initial colour is not known and no round shows it: draw it, and say which of W "
            "and B the first player gets (in a report file, record 152)."
        )
    return initial if higher.running % 2 else initial.other


def seat_without_colours(higher: Entrant, lower: Entrant, initial: Colour | None) -> Seats:
    """White stands for the first place: who has had it less often, else longer ago.

    If no initial colour was drawn, the first player sits first in round 1.
    """
    firsts, others = higher.colours.count(Colour.WHITE), lower.colours.count(Colour.WHITE)
    if firsts != others:
        first = higher if firsts < others else lower
        rule = ColourRule.FEWER_FIRST
    elif higher.last_first != lower.last_first:
        first = higher if higher.last_first < lower.last_first else lower
        rule = ColourRule.FIRST_LONGER_AGO
    else:
        drawn = by_running_number(higher, initial or Colour.WHITE)
        first = higher if drawn is Colour.WHITE else lower
        rule = ColourRule.INITIAL_COLOUR
    return Seats(first, lower if first is higher else higher, rule)


def initial_colour(event: Event) -> Colour | None:
    """The colour drawn before round 1, if need be read off the first round that has colours."""
    if event.initial_colour is not None:
        return event.initial_colour
    players = sorted(event.players, key=lambda player: player.number)
    for round_ in range(1, event.finished + 1):
        running = 0
        for player in players:
            past = [player.result(r).code.is_paired for r in range(1, round_ + 1)]
            running += any(past)
            result = player.result(round_)
            if result.code.is_played and result.colour is not None:
                return result.colour if running % 2 else result.colour.other
    return None
