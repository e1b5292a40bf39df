"""Who wins a position with best play of both? Exact, for the last turns of a game."""

import threading

from games.rules import Position, Result, Side

from . import endings
from .board import Words, start_of
from .proof import Proof
from .state import move_of, state_of

ALL = (1 << 64) - 1
_own = threading.local()


def prove(
    position: Position, *, most_placements: int = 14, most_nodes: int = 1_000_000
) -> Proof | None:
    """Search a position to the end of the game; None if it has more legal placements, or more than
    so many positions would have to be made. Exact whenever it answers.

    The same for the same arguments, whatever was proved before. Threads do not wait for each other.
    """
    sets, near = state_of(position)
    result, move, nodes = endings.solve(
        start_of(position.size), sets, near, most_placements, most_nodes, table()
    )
    if result == endings.UNKNOWN:
        return None
    keeps = None if move < 0 else move_of(position, int(move))
    return Proof(_result(result, position.turn), keeps, int(nodes))


def placements(position: Position) -> int:
    """How many cells a volcano can be placed on."""
    sets, near = state_of(position)
    low, high = endings.placements(start_of(position.size), sets, near)
    return (low & ALL).bit_count() + (high & ALL).bit_count()


def table() -> Words:
    """This thread's room for finished positions."""
    if not hasattr(_own, "table"):
        _own.table = endings.new_table()
    own: Words = _own.table
    return own


def _result(result: int, turn: Side) -> Result:
    if result == 0:
        return Result.DRAW
    return Result((turn if result > 0 else turn.other).value)
