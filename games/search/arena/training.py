"""Training of the evaluation: games of the search with itself, and a logistic regression on the
positions that came up (search.md, question 6).

The label of a position is the result of its game. Some moves are random, so that positions come up
from which a side has to lose.
"""

import json
import random
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from games.rules import SIZES, Position, Result

from ..board import NUMBER, start_of
from ..engine import Limits, grow
from ..evaluation import FEATURES, SCRATCH, weights_by_filled, write_features
from ..state import move_of, state_of
from .sampling import random_move

RANDOM_MOVES = 0.12
HELD_OUT = 10
"""One game of so many is kept from the fit, to test it."""
RIDGE = 30.0
"""The penalty on half the square of each weight, against the sum over positions."""
STEPS = 12
"""Of Newton's method: more change no digit."""
DIGITS = 3
PARTS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Of the game, by filled cells, for which the accuracy is told."""
POINTS = {Result.BLACK: 1.0, Result.WHITE: 0.0, Result.DRAW: 0.5}

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """Positions, a row each: the features of `evaluation`, the filled part of the board (0 to 1),
    the points that Black got in the end, and the number of the game."""

    features: Floats
    filled: Floats
    points: Floats
    game: npt.NDArray[np.int64]

    def where(self, rows: Any) -> "Sample":
        return Sample(self.features[rows], self.filled[rows], self.points[rows], self.game[rows])

    @property
    def inputs(self) -> Floats:
        """The features times 1, t and t squared, shape `(rows, 3 * FEATURES)`."""
        powers = self.filled[:, None] ** np.arange(3)
        return (powers[:, :, None] * self.features[:, None, :]).reshape(-1, 3 * FEATURES)


def train(size: int, games: int, simulations: int, seed: int, rounds: int) -> dict[str, Any]:
    """Play, fit, and test: what the file of weights says. The same for the same arguments. The
    first round plays without evaluation, a later one with that of the round before."""
    factors = np.zeros((3, FEATURES))
    for number in range(rounds):
        numbers = range(games * number, games * (number + 1))
        sample = self_play(factors, size, numbers, simulations, seed)
        held_out = sample.game % HELD_OUT == HELD_OUT - 1
        factors = fit(sample.where(~held_out))
    return {
        "size": size,
        "rounds": rounds,
        "games": games,
        "simulations": simulations,
        "random_moves": RANDOM_MOVES,
        "seed": seed,
        "positions": len(sample.points),
        "accuracy": accuracy(factors, sample.where(held_out)),
        "factors": factors.tolist(),
    }


def written(trained: dict[str, Any]) -> str:
    """The text of a file of weights, a factor's row a line."""
    rows = ",\n".join(f"  {json.dumps(row)}" for row in trained["factors"])
    others = json.dumps({k: v for k, v in trained.items() if k != "factors"}, indent=1)
    return f'{others[:-2]},\n "factors": [\n{rows}\n ]\n}}\n'


def self_play(factors: Floats, size: int, numbers: range, simulations: int, seed: int) -> Sample:
    """The positions of the games with these numbers, each from the second move on, played with the
    evaluation of these factors."""
    weights = weights_by_filled(size, factors)
    rows: list[tuple[Floats, float]] = []
    points: list[float] = []
    games: list[int] = []
    for number in numbers:
        before = len(rows)
        end = _play(weights, size, simulations, f"{seed} {number}", rows)
        points += [POINTS[end.score().result]] * (len(rows) - before)
        games += [number] * (len(rows) - before)
    features = np.array([row for row, _ in rows])
    return Sample(features, np.array([t for _, t in rows]), np.array(points), np.array(games))


def _play(
    weights: Floats, size: int, simulations: int, seed: str, rows: list[tuple[Floats, float]]
) -> Position:
    """One game; returns its last position. The first move is random."""
    source = random.Random(seed)  # noqa: S311  a game, not a secret
    position = Position.start(size)
    position = position.play(source.choice(position.placements()))
    while not position.is_over:
        rows.append(_described(position))
        if source.random() < RANDOM_MOVES:
            position = position.play(random_move(position, source.getrandbits(32)))
        else:
            tree = grow(position, Limits(simulations), source.getrandbits(32), weights)
            code, _, _ = next(tree.choices())
            position = position.play(move_of(position, code))
    return position


def _described(position: Position) -> tuple[Floats, float]:
    features, scratch = np.zeros(FEATURES), np.zeros(SCRATCH, np.int64)
    filled = write_features(start_of(position.size), *state_of(position), features, scratch)
    return features, int(filled) / (NUMBER[SIZES.index(position.size)] - 1)


def fit(sample: Sample) -> Floats:
    """The factors of the weights, shape `(3, FEATURES)`, rounded: logistic regression by Newton's
    method."""
    inputs, factors = sample.inputs, np.zeros(3 * FEATURES)
    for _ in range(STEPS):
        found = _chances(inputs, factors)
        slope = inputs.T @ (sample.points - found) - RIDGE * factors
        spread = (found * (1 - found))[:, None]
        factors += np.linalg.solve(inputs.T @ (inputs * spread) + RIDGE * np.eye(len(slope)), slope)
    rounded: Floats = np.round(factors.reshape(3, FEATURES), DIGITS) + 0.0
    return rounded


def accuracy(factors: Floats, sample: Sample) -> dict[str, float]:
    """By part of the game: how often the side with the better chance won. Draws are left out."""
    right = (chances(factors, sample) > 0.5) == (sample.points > 0.5)
    decided = sample.points != 0.5
    found = {}
    for low, high in pairwise(PARTS):
        rows = decided & (sample.filled >= low) & (sample.filled < high)
        if rows.any():
            found[f"{low:.1f} to {high:.1f}"] = round(float(right[rows].mean()), 3)
    return found


def chances(factors: Floats, sample: Sample) -> Floats:
    """Black's chances to win, 0 to 1."""
    return _chances(sample.inputs, factors.ravel())


def _chances(inputs: Floats, factors: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-inputs @ factors))
    return found
