"""Replay an event and find the rounds that the rules would have paired otherwise."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .colours import initial_colour
from .completion import bits
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
from .event import BrokenEvent, Colour, Event, Player, Result, verify
from .pairing import NoLegalPairing, pair_round
from .words import CRITERIA, points

Board = tuple[int, int | None]  # white and black, or the bye taker and None


# Criteria that compare scores.
SCORES = frozenset((Criterion.C5, Criterion.C7, *LISTED))


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
    break (ILLEGAL, `board` does so) or meet less well (WORSE). What is counted for this criterion
    is in `best` and `reached`: one number, or scores in tenths from the highest; less is better.
    With LATER they meet all criteria as well but come later in the order of candidates; with
    COLOURS only colours differ. IMPOSSIBLE means that there is no legal pairing at all.
    """

    round: int
    kind: Kind
    expected: tuple[Board, ...] = ()
    played: tuple[Board, ...] = ()
    criterion: Criterion | None = None
    bracket: int | None = None
    board: Board | None = None
    best: tuple[int, ...] = ()
    reached: tuple[int, ...] = ()

    @property
    def why(self) -> str:
        match self.kind:
            case Kind.ILLEGAL:
                return f"{_told(self.board)} breaks {self._asked}"
            case Kind.WORSE:
                reached, best = self._counted(self.reached), self._counted(self.best)
                counts = f"{reached} where {best} would do"
                return f"in the bracket of {points(self.bracket or 0)} {self._asked}: {counts}"
            case Kind.LATER:
                bracket = points(self.bracket or 0)
                return f"an earlier candidate is as good in the bracket of {bracket}"
            case Kind.COLOURS:
                return "only the colours differ"
            case Kind.IMPOSSIBLE:
                return "no legal pairing exists"

    def _counted(self, values: tuple[int, ...]) -> str:
        """Players or pairs as numbers, scores as points; of C8 a number and the scores."""
        numbers = 1 if self.criterion is Criterion.C8 else len(values)
        if self.criterion in SCORES:
            numbers = 0
        return " ".join((*map(str, values[:numbers]), *map(points, values[numbers:]))) or "none"

    @property
    def _asked(self) -> str:
        return f"{self.criterion} ({CRITERIA[self.criterion]})" if self.criterion else ""


def _told(board: Board | None) -> str:
    white, black = board or (0, None)
    return f"{white}-{black}" if black else f"the bye of {white}"


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
    return judge(before_round(event, round_), played_boards(event, round_), mode)


def judge(position: Event, boards: Iterable[Board], mode: Mode = Mode.DUTCH) -> Difference | None:
    """How boards of the round to pair differ from those of the rules; None if they do not.

    Raises `BrokenEvent` if the event contradicts itself, or if the boards do not name everybody
    who is present once.
    """
    round_, played = position.finished + 1, set(boards)
    _verify_boards(position, played)
    try:
        expected = {(pair.white, pair.black) for pair in pair_round(position, mode)}
    except NoLegalPairing:
        return Difference(round_, Kind.IMPOSSIBLE, played=tuple(sorted(played, key=_by_number)))
    if expected == played:
        return None
    return replace(
        _judged(position, mode, played),
        expected=tuple(sorted(expected - played, key=_by_number)),
        played=tuple(sorted(played - expected, key=_by_number)),
    )


def _verify_boards(position: Event, boards: Iterable[Board]) -> None:
    named = sorted(number for board in boards for number in board if number is not None)
    present = sorted(p.number for p in position.players if not position.is_absent(p))
    if named != present:
        raise BrokenEvent("The boards do not name everybody who is present once.")


def _by_number(board: Board) -> tuple[int, int]:
    return board[0], board[1] or 0


def _judged(position: Event, mode: Mode, played: set[Board]) -> Difference:
    """What is wrong with a round that differs from the one of the rules."""
    field, round_ = field_of(position, mode), position.finished + 1
    pairs, bye = _indices(field, played)
    broken = _broken(field, field_of(position, mode, Relief.COLOURS), pairs, bye)
    if broken:
        criterion, members = broken
        numbers = {field.entrants[x].number for x in members}
        board = next(board for board in played if numbers == set(board) - {None})
        return Difference(round_, Kind.ILLEGAL, criterion=criterion, board=board)
    settled = settle_bye(field)
    if settled is None:
        raise AssertionError("The round was paired, so there is a legal pairing.")
    if bye is not None and not settled.bye_takers >> bye & 1:
        reached = field.entrants[bye].score
        best = field.entrants[next(bits(settled.bye_takers))].score
        return _worse(round_, Criterion.C5, reached, [best], [reached])
    return _judged_by_brackets(settled, round_, pairs)


def _judged_by_brackets(field: Field, round_: int, pairs: set[tuple[int, int]]) -> Difference:
    for bracket, solution in brackets(field, by_tiers):
        own = {pair for pair in pairs if set(pair) <= set(bracket.members)}
        if own != set(solution.pairs):
            best = dict(quality(bracket, sorted(solution.pairs)))
            for criterion, value in quality(bracket, sorted(own)):
                if value != best[criterion]:
                    return _worse(round_, criterion, bracket.score, best[criterion], value)
            return Difference(round_, Kind.LATER, bracket=bracket.score)
    return Difference(round_, Kind.COLOURS)


def _worse(
    round_: int, criterion: Criterion, bracket: int, best: Sequence[int], reached: Sequence[int]
) -> Difference:
    return Difference(
        round_,
        Kind.WORSE,
        criterion=criterion,
        bracket=bracket,
        best=tuple(best),
        reached=tuple(reached),
    )


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
) -> tuple[Criterion, tuple[int, ...]] | None:
    """The absolute criterion that the first illegal board breaks, and who sits at that board.

    `colourless` is the field without C3.
    """
    if bye is not None and not field.bye_takers >> bye & 1:
        return Criterion.C2, (bye,)
    for x, y in sorted(pairs):
        if not field.allowed[x] >> y & 1:
            criterion = Criterion.C3 if colourless.allowed[x] >> y & 1 else Criterion.C1
            return criterion, (x, y)
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
