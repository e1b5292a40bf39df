"""The pairing of a round by the Dutch system, with the reasons of every pair."""

from collections.abc import Iterator
from functools import partial

from .colours import Seats, initial_colour, seat, seat_without_colours
from .descent import Method, brackets, by_tiers, settle_bye
from .entrants import Entrant, Field, Mode, Relief, field_of
from .event import Colour, Event, verify
from .reasons import Departure, Pair, bye_of, departure_of, pair_of, places


class NoLegalPairing(Exception):
    """No complete pairing exists under C1-C3.

    `relief` names the rules without any one of which there would be one, `stuck` the players who
    may meet nobody who is present, nor take the bye.
    """

    def __init__(
        self, text: str, relief: tuple[Relief, ...] = (), stuck: tuple[int, ...] = ()
    ) -> None:
        super().__init__(text)
        self.relief = relief
        self.stuck = stuck


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
    seats = partial(_seats, field, mode, initial_colour(event))
    bracket = None
    for bracket, solution in brackets(field, method):
        place = places(bracket, solution)
        for x, y in solution.pairs:
            came = departures.get(x, ())
            pair = pair_of(bracket, (x, y), seats(x, y), mode, came, place[x])
            boards.append((_board(field.entrants[x], field.entrants[y]), pair))
        for x in solution.leavers:
            left = departure_of(bracket, x, len(solution.leavers))
            departures[x] = (*departures.get(x, ()), left)
    pairs = [pair for _, pair in sorted(boards, key=lambda board: board[0])]
    if bracket is not None:
        pairs += [bye_of(bracket, x, departures[x]) for x in solution.leavers]
    return pairs


def _seats(field: Field, mode: Mode, initial: Colour | None, x: int, y: int) -> Seats:
    higher, lower = field.entrants[x], field.entrants[y]
    return (seat if mode is Mode.DUTCH else seat_without_colours)(higher, lower, initial)


def _board(x: Entrant, y: Entrant) -> tuple[int, ...]:
    """The place of a pair among the boards, by the scores without extra points."""
    higher, lower = sorted((x, y), key=lambda entrant: (-entrant.bare_score, entrant.number))
    return -higher.bare_score, -lower.bare_score, higher.number


def _refusal(event: Event, mode: Mode) -> NoLegalPairing:
    field = field_of(event, mode)
    relief = tuple(r for r in Relief if settle_bye(field_of(event, mode, r)) is not None)
    stuck = tuple(field.entrants[x].number for x in _stuck(field))
    text = "There is no complete pairing."
    if stuck:
        text += f" Nobody is left to meet for player {', '.join(map(str, stuck))}."
    if relief:
        text += f" There would be one without: {', '.join(relief)}."
    else:
        text += " Leaving out one of the rules does not help: too many have met already."
    return NoLegalPairing(text, relief, stuck)


def _stuck(field: Field) -> Iterator[int]:
    everybody = (1 << field.bye + field.bye % 2) - 1  # with the bye if the number is odd
    return (x for x in range(field.bye) if not field.allowed[x] & everybody)
