"""What is built into the kernels, to be called from Python."""

from typing import Any

from games.search import state
from games.search.state import advance, jit


@jit
def draw(board: int, sets: Any, near: Any, cell: int, seed: Any, moves: Any) -> Any:
    """Fill `moves` with random full moves of a placement."""
    for i in range(len(moves)):
        seed = advance(seed)
        moves[i], seed = state.draw(board, sets, near, cell, seed)


@jit
def make(board: int, sets: Any, near: Any, move: int) -> None:
    state.make(board, sets, near, move)
