"""The search of `games.search`, asked as analyses ask. Only workers import this: it loads numba."""

from games.rules import Position
from games.rules.score import Result
from games.search.engine import Limits, search

from .looking import Choice, Look, chance_in


def engine(position: Position, simulations: int, seed: int) -> Look:
    """Search, with the solver, a position that is not over."""
    found = search(position, Limits(simulations), seed=seed, solve=True)
    proof = None if found.proof is None else Result(found.proof.result)
    choices = tuple(
        Choice(str(choice.move), choice.visits, choice.chance) for choice in found.choices
    )
    best = _chosen(choices, str(found.move))
    if proof is not None:
        best = Choice(best.move, best.visits, chance_in(proof, position))
    return Look(found.chance, found.simulations, best, choices, proof)


def _chosen(choices: tuple[Choice, ...], move: str) -> Choice:
    """A move that was proved need not have been tried."""
    return next((one for one in choices if one.move == move), Choice(move, 0, 1.0))
