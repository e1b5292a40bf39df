"""The search for everybody else: positions and moves of `games.rules` in, choices out."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from games.rules import Move, Position, Result

from .board import CELLS, start_of
from .evaluation import Weights, weights_by_filled
from .proof import Proof
from .solver import prove
from .state import move_of, state_of
from .tree import Tree

WEIGHTS = Path(__file__).parent / "weights"
AT_ONCE = 500
"""Simulations between two looks at the clock."""


@dataclass(frozen=True)
class Limits:
    """When a search stops: after so many simulations or seconds, or when its tree has so many nodes
    (64 bytes each), whichever comes first."""

    simulations: int
    seconds: float | None = None
    nodes: int = 400_000


@dataclass(frozen=True)
class Choice:
    """A move that the search looked at: how often, and the mover's chance to win after it, 0 to 1,
    as the mean over these visits."""

    move: Move
    visits: int
    chance: float


@dataclass(frozen=True)
class Found:
    """What a search found: the choices, most visited first; the mover's chance to win; how many
    simulations were made; and what was proved, if that was asked for and succeeded."""

    choices: tuple[Choice, ...]
    chance: float
    simulations: int
    proof: Proof | None = None

    @property
    def move(self) -> Move:
        """The move to play: one that keeps a proved win or draw, else the most visited."""
        return self.choices[0].move


def search(position: Position, limits: Limits, *, seed: int, solve: bool = False) -> Found:
    """Search a position. The same seed and number of simulations give the same answer.

    With `solve`, few enough placements are solved first: what then wins or draws is all that is
    found, with no simulations. Who is proved to lose is searched for the move that loses least
    plainly. Raises ValueError for a position in which the game is over.
    """
    if position.is_over:
        raise ValueError("The game is over: there is nothing to search.")
    proof = prove(position) if solve else None
    if proof and proof.move:
        certain = 0.5 if proof.result is Result.DRAW else 1.0
        return Found((Choice(proof.move, 0, certain),), certain, 0, proof)
    tree = grow(position, limits, seed, weights_of(position.size))
    choices = tuple(
        Choice(move_of(position, code), visits, chance) for code, visits, chance in tree.choices()
    )
    return Found(choices, 0.0 if proof else choices[0].chance, tree.simulations, proof)


def grow(
    position: Position,
    limits: Limits,
    seed: int,
    weights: Weights,
    clock: Callable[[], float] = time.monotonic,
) -> Tree:
    """The tree of a search whose seconds are those of `clock`."""
    sets, near = state_of(position)
    board = start_of(position.size)
    tree = Tree.planted(board, sets, room=min(limits.nodes, 3 * limits.simulations + 8 * CELLS))
    until = None if limits.seconds is None else clock() + limits.seconds
    state = np.uint64(seed * 2 + 1 & (1 << 64) - 1)
    made = -1
    while made < tree.simulations < limits.simulations:
        made = tree.simulations
        upto = limits.simulations if until is None else min(limits.simulations, made + AT_ONCE)
        state = tree.simulate(board, sets, near, weights, upto, state)
        if until is not None and clock() >= until:
            break
    return tree


def weights_of(size: int) -> Weights:
    """The trained weights of a board, by filled cells (see `evaluation.weights_by_filled`)."""
    return weights_in(WEIGHTS / f"{size}.json")


@lru_cache
def weights_in(file: str | Path) -> Weights:
    """The weights of a file that `training` wrote, for the board that it names."""
    stored = json.loads(Path(file).read_text())
    return weights_by_filled(stored["size"], np.array(stored["factors"]))
