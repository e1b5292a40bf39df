"""Replay an event and find the rounds that the rules would have paired otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .colours import initial_colour
from .criteria import (
    COUNTED,
    LISTED,
    Bracket,
    Criterion,
    colour_faults,
    leaving_faults,
    rising_faults,
)
from .descent import brackets, by_tiers, following, settle_bye
from .entrants import Field, Mode, Relief, field_of
from .event import Colour, Event, Player, Result, verify
from .pairing import NoLegalPairing, pair_round

Board = tuple[int, int | None]  # white and black, or the bye taker and None


class Kind(StrEnum):
    """In what way a round differs from the one of the rules."""

    ILLEGAL = "illegal"
    WORSE = "worse"
    LATER = "later"
    COLOURS = "colours"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that was paired otherwise.

    `expected` and `played` are the boards that only one of the two has. `bracket` is the score, in
    tenths, of the first bracket that differs, and `criterion` the first one that the played pairs
    break (ILLEGAL) or meet less well (WORSE). With LATER they meet all criteria as well but come
    later in the order of candidates; with COLOURS only colours differ. IMPOSSIBLE means that there
    is no legal pairing at all.
    """

    round: int
    kind: Kind
    expected: tuple[Board, ...]
    played: tuple[Board, ...]
    criterion: Criterion | None = None
    bracket: int | None = None

    @property
    def why(self) -> str:
        match self.kind:
            case Kind.ILLEGAL:
                return f"a pair breaks {self.criterion}"
            case Kind.WORSE:
                return (
                    f"in the bracket of {_points(self.bracket)} {self.criterion} is met less well"
                )
            case Kind.LATER:
                return f"an earlier candidate is as good in the bracket of {_points(self.bracket)}"
            case Kind.COLOURS:
                return "only the colours differ"
            case Kind.IMPOSSIBLE:
                return "no legal pairing exists"


def _points(tenths: int | None) -> str:
    return f"{(tenths or 0) / 10:.1f}"


def check(event: Event, mode: Mode = Mode.DUTCH) -> list[Difference]:
    """The finished rounds that the rules would have paired otherwise, in order.

    Raises `BrokenEvent` if the event contradicts itself.
    """
    verify(event)
    event = replace(event, initial_colour=initial_colour(event))
    found = (_compare(event, round_, mode) for round_ in range(1, event.finished + 1))
    return [difference for difference in found if difference is not None]


def before_round(event: Event, round_: int) -> Event:
    """The event as it stood when this round was to be paired."""
    players = tuple(replace(p, results=_results_before(p, round_)) for p in event.players)
    return replace(event, players=players, finished=round_ - 1)


def _results_before(player: Player, round_: int) -> tuple[Result, ...]:
    past = tuple(player.result(r) for r in range(1, round_))
    result = player.result(round_)
    return past if result.code.is_paired else (*past, result)


def played_boards(event: Event, round_: int) -> list[Board]:
    """Who met whom in a finished round; the lower number is white where no colour is told."""
    boards: list[Board] = []
    for player in event.players:
        result = player.result(round_)
        if not result.code.is_paired:
            continue
        if result.opponent is None:
            boards.append((player.number, None))
        elif result.colour is Colour.WHITE or (
            result.colour is None and player.number < result.opponent
        ):
            boards.append((player.number, result.opponent))
    return boards


def _compare(event: Event, round_: int, mode: Mode) -> Difference | None:
    position, played = before_round(event, round_), set(played_boards(event, round_))
    try:
        expected = {(pair.white, pair.black) for pair in pair_round(position, mode)}
    except NoLegalPairing:
        return Difference(round_, Kind.IMPOSSIBLE, (), tuple(sorted(played, key=_by_number)))
    if expected == played:
        return None
    kind, criterion, bracket = _judge(position, mode, played)
    return Difference(
        round_,
        kind,
        tuple(sorted(expected - played, key=_by_number)),
        tuple(sorted(played - expected, key=_by_number)),
        criterion,
        bracket,
    )


def _by_number(board: Board) -> tuple[int, int]:
    return board[0], board[1] or 0


def _judge(
    position: Event, mode: Mode, played: set[Board]
) -> tuple[Kind, Criterion | None, int | None]:
    """What is wrong with a round that differs from the one of the rules."""
    field = field_of(position, mode)
    pairs, bye = _indices(field, played)
    broken = _broken(field, field_of(position, mode, Relief.COLOURS), pairs, bye)
    if broken:
        return Kind.ILLEGAL, broken, None
    settled = settle_bye(field)
    if settled is None:
        raise AssertionError("The round was paired, so there is a legal pairing.")
    if bye is not None and not settled.bye_takers >> bye & 1:
        return Kind.WORSE, Criterion.C5, field.entrants[bye].score
    for bracket, solution in brackets(settled, by_tiers):
        own = {pair for pair in pairs if set(pair) <= set(bracket.members)}
        if own != set(solution.pairs):
            best = dict(quality(bracket, sorted(solution.pairs)))
            for criterion, value in quality(bracket, sorted(own)):
                if value != best[criterion]:
                    return Kind.WORSE, criterion, bracket.score
            return Kind.LATER, None, bracket.score
    return Kind.COLOURS, None, None


def _indices(field: Field, played: set[Board]) -> tuple[set[tuple[int, int]], int | None]:
    """The pairs, higher ranked first, and the bye taker, by their places in the field."""
    index = {entrant.number: i for i, entrant in enumerate(field.entrants)}
    pairs = {
        (min(index[white], index[black]), max(index[white], index[black]))
        for white, black in played
        if black is not None
    }
    return pairs, next((index[white] for white, black in played if black is None), None)


def _broken(
    field: Field, colourless: Field, pairs: set[tuple[int, int]], bye: int | None
) -> Criterion | None:
    """The absolute criterion that the first illegal pair breaks; `colourless` leaves out C3."""
    if bye is not None and not field.bye_takers >> bye & 1:
        return Criterion.C2
    for x, y in sorted(pairs):
        if not field.allowed[x] >> y & 1:
            return Criterion.C3 if colourless.allowed[x] >> y & 1 else Criterion.C1
    return None


def quality(
    bracket: Bracket, pairs: Sequence[tuple[int, int]]
) -> Iterator[tuple[Criterion, Sequence[int]]]:
    """How well pairs of a bracket meet C6-C21: smaller is better, the first difference decides."""
    entrants, moved = bracket.field.entrants, set(bracket.moved)
    paired = {x for pair in pairs for x in pair}
    leavers = tuple(x for x in bracket.members if x not in paired)
    yield Criterion.C6, (len(leavers),)
    yield Criterion.C7, sorted((entrants[x].score for x in leavers), reverse=True)
    yield Criterion.C8, _below(bracket, leavers)
    is_bye = bracket.gives_bye and len(leavers) == 1
    yield Criterion.C9, [entrants[x].unplayed for x in leavers] if is_bye else []
    faults: dict[Criterion, list[int]] = {c: [] for c in (*COUNTED, *LISTED)}
    for x, y in pairs:
        rising = rising_faults(entrants[y]) if x in moved else ()
        for fault in (*colour_faults(entrants[x], entrants[y]), *rising):
            faults[fault].append(entrants[x].score)
    for x in leavers:
        for fault in leaving_faults(entrants[x], x in moved):
            faults[fault].append(entrants[x].score)
    for criterion in COUNTED:
        yield criterion, (len(faults[criterion]),)
    for criterion in LISTED:
        yield criterion, sorted(faults[criterion], reverse=True)


def _below(bracket: Bracket, leavers: tuple[int, ...]) -> list[int]:
    """C8: how many leave the next bracket at best, and their scores from the highest."""
    below = following(bracket, leavers)
    if below is None:
        return []
    again = by_tiers(below).leavers
    scores = sorted((bracket.field.entrants[x].score for x in again), reverse=True)
    return [len(again), *scores]
