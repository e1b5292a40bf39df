"""The search of `games.search`, asked as analyses ask. Only workers import this: it loads numba."""

from games.rules import Position
from games.search.engine import Limits, search

from .looking import Choice, Look


def engine(position: Position, simulations: int, seed: int) -> Look:
    """Search, with the solver, a position that is not over."""
    found = search(position, Limits(simulations), seed=seed, solve=True)
    choices = tuple(
        Choice(str(choice.move), choice.visits, choice.chance) for choice in found.choices
    )
    proof = found.proof.result if found.proof else None
    return Look(found.chance, found.simulations, choices, proof)
