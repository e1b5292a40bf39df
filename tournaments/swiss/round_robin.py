"""Everybody against everybody: the Berger tables (FIDE handbook C.05, annex 1)."""

from .event import BrokenEvent

Board = tuple[int, int | None]  # white and black, or who is free and None


def round_robin(players: int, cycles: int = 1) -> list[list[Board]]:
    """The boards of all rounds for players 1..n.

    Colours are reversed in every second cycle, and the last two rounds change places in all cycles
    but the last, so that nobody has one colour three times running. Raises `BrokenEvent` for
    fewer than two players or no cycle.
    """
    if players < 2 or cycles < 1:
        raise BrokenEvent("A round robin needs two players and one cycle.")
    size = players + players % 2
    cycle = [_round(size, round_, players) for round_ in range(1, size)]
    rounds: list[list[Board]] = []
    for number in range(1, cycles + 1):
        own = cycle if number % 2 else [[_reversed(board) for board in boards] for boards in cycle]
        is_last = number == cycles or size < 4
        rounds += own if is_last else [*own[:-2], own[-1], own[-2]]
    return rounds


def _round(size: int, round_: int, players: int) -> list[Board]:
    """One round of the table for an even size; its last player may be the one who is not there."""
    others = size - 1
    first = (round_ - 1) * (size // 2) % others + 1  # the opponent of the last player
    is_white = first <= size // 2
    boards: list[Board] = []
    if players == size:
        boards.append((first, size) if is_white else (size, first))
    for step in range(1, size // 2):
        one, other = (first + step - 1) % others + 1, (first - step - 1) % others + 1
        low, high = sorted((one, other))
        boards.append((low, high) if (low + high) % 2 else (high, low))
    if players < size:
        boards.append((first, None))
    return boards


def _reversed(board: Board) -> Board:
    white, black = board
    return board if black is None else (black, white)
