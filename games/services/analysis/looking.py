"""What a search is asked, and what it answers."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from games.rules import Position
from games.rules.score import Result

MOST_CHANCE = {Result.BLACK: 1.0, Result.DRAW: 0.5, Result.WHITE: 0.0}
"""Black's chance where the result is certain."""


@dataclass(frozen=True)
class Choice:
    """A move that was tried: how often, and the mover's chance after it, from 0 to 1."""

    move: str
    visits: int
    chance: float


@dataclass(frozen=True)
class Look:
    """One search. `chance` is that of the side to move, `choices` are all moves that it tried, the
    one first that it would play, and `proof` is the result with best play of both, if it was
    proved: a win or draw is proved without a simulation."""

    chance: float
    simulations: int
    choices: tuple[Choice, ...]
    proof: Result | None = None

    @property
    def best(self) -> Choice | None:
        """None where no move is left."""
        return self.choices[0] if self.choices else None

    def visits_of(self, move: str | None) -> int:
        return sum(choice.visits for choice in self.choices if choice.move == move)


Engine = Callable[[Position, int, int], Look]
"""Searches a position that is not over with so many simulations, from a seed: the same answer each
time."""


def look(engine: Engine, position: Position, simulations: int, seed: int) -> Look:
    """The answer of the engine; what is certain takes the place of its estimate. Nothing is
    searched where no move is left."""
    if position.is_over:
        result = position.score().result
        return Look(chance_in(result, position), 0, (), result)
    found = engine(position, simulations, seed)
    if found.proof is None:
        return found
    certain = chance_in(found.proof, position)
    first, *others = found.choices
    return replace(found, chance=certain, choices=(replace(first, chance=certain), *others))


def chance_in(result: Result, position: Position) -> float:
    """The chance of the side to move where the result is certain."""
    blacks = MOST_CHANCE[result]
    return blacks if position.turn == "black" else 1 - blacks
