"""The boards of a round that are made by hand, and what is wrong with them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tournaments.swiss.entrants import is_bar
from tournaments.swiss.event import Event

from .errors import BadBoards, BoardFault

Board = tuple[int, int | None]
"""Who sits first and second, by pairing numbers; with None the first takes the allocated bye."""


KEPT_APART = (
    "must not be paired: an owner never meets own bots, nor do these meet, and other pairs that"
    " never meet are on the desk, where an organiser can allow them again."
)


def validate(event: Event, boards: Sequence[Board], *, allow_rematch: bool = False) -> None:
    """Raise BadBoards unless they name everybody who is present in the round to pair once, pair
    nobody who must not meet, and nobody a second time (one pair may, with `allow_rematch`), and
    give one bye at most, to somebody who may have it."""
    _validate_names(event, boards)
    forbidden, met = forbidden_pairs(event), met_pairs(event)
    rematches = 0
    for board in boards:
        pair = frozenset(number for number in board if number is not None)
        if pair in forbidden:
            raise _fault(BoardFault.FORBIDDEN, event, board, KEPT_APART)
        if pair in met:
            rematches += 1
            if rematches > allow_rematch:
                said = "have met already" + (
                    ", and one rematch is enough." if allow_rematch else "."
                )
                raise _fault(BoardFault.REMATCH, event, board, said)
    _validate_byes(event, boards)


def stale(event: Event, boards: Iterable[Board]) -> list[int]:
    """Who plays in the round and is not at one of the boards, or the other way round."""
    return sorted(set(named(boards)) ^ present(event))


def named(boards: Iterable[Board]) -> Iterator[int]:
    return (number for board in boards for number in board if number is not None)


def present(event: Event) -> set[int]:
    """Who plays in the round to pair."""
    return {player.number for player in event.players if not event.is_absent(player)}


def met_pairs(event: Event) -> set[frozenset[int]]:
    """Who has played whom."""
    return {
        frozenset((player.number, result.opponent))
        for player in event.players
        for result in player.results[: event.finished]
        if result.opponent is not None and result.code.is_played
    }


def forbidden_pairs(event: Event) -> set[frozenset[int]]:
    """Who must not meet whom in the round to pair."""
    return {
        frozenset((one, other))
        for group in event.forbidden
        if group.covers(event.finished + 1)
        for one in group.players
        for other in group.players
        if one < other
    }


def _validate_names(event: Event, boards: Sequence[Board]) -> None:
    if any(first is None for first, _ in boards):
        raise BadBoards("A board has no first player.", reason=BoardFault.MISSING)
    times, there = Counter(named(boards)), present(event)
    for fault, numbers, said in (
        (BoardFault.TWICE, [n for n in times if times[n] > 1], "is at two boards."),
        (BoardFault.NOT_PRESENT, sorted(times.keys() - there), "does not play in this round."),
        (BoardFault.MISSING, sorted(there - times.keys()), "is at no board."),
    ):
        if numbers:
            raise _fault(fault, event, (numbers[0], None), said)


def _validate_byes(event: Event, boards: Sequence[Board]) -> None:
    byes = [board for board in boards if board[1] is None]
    if len(byes) > 1:
        said = "One player at most gets the bye of the pairing. Give others a bye before."
        raise BadBoards(said, reason=BoardFault.BYES)
    players = event.by_number
    for board in byes:
        past = players[board[0]].results[: event.finished]
        if any(is_bar(event, result.code) for result in past):
            said = "has had a bye, or the points of a win without a game."
            raise _fault(BoardFault.SECOND_BYE, event, board, said)


def _fault(fault: BoardFault, event: Event, board: Board, said: str) -> BadBoards:
    players = event.by_number
    names = [
        players[number].name if number in players else f"number {number}"
        for number in board
        if number is not None
    ]
    return BadBoards(f"{' and '.join(names)} {said}", reason=fault)
