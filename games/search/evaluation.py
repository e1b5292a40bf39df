"""How likely Black wins, by what stands on the board: a linear evaluation.

The features of search.md, question 6, each for Black less for White: volcanoes by how many lava and
how many empty neighbours they have, islands beside own volcanoes by their height, lava, islands,
the side to move, and the lead at the lowest height that both have now. Each weighs more or less as
the board fills: a weight is a polynomial of second degree in the filled part of the board.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from games.rules import SIZES

from .bits import lowest, popcount
from .board import CELLS, NEAR_HIGH, NEAR_LOW, NUMBER
from .scores import flood
from .state import TURN, height, inlined, jit

FEATURES = 40
ISLANDS_BESIDE = 28
"""Where the features of islands beside volcanoes begin; those of volcanoes come before."""
LAVA, ISLANDS, SIDE, CONSTANT, SIGN, LEAD = range(34, FEATURES)
LEAD_SCALE = 8
SCRATCH = 14 + 28 + 14
"""Words that `write_features` needs: by colour and height how many volcanoes there are, the cells
beside them, and the lava that touches them."""


Weights = npt.NDArray[np.float64]


def weights_by_filled(size: int, factors: Weights) -> Weights:
    """The weight of each feature by the number of filled cells, from the three factors of each
    (shape `(3, FEATURES)`, of 1, t and t squared)."""
    last = NUMBER[SIZES.index(size)] - 1
    t = np.arange(CELLS) / last
    found: Weights = np.stack([t**0, t, t**2], axis=1) @ factors
    return found


@jit
def write_features(board: Any, sets: Any, near: Any, features: Any, scratch: Any) -> Any:
    """Fill `features` (40 floats); returns the number of filled cells."""
    features[:] = 0
    scratch[:] = 0
    _volcanoes(board, sets, near, features, scratch)
    _islands(board, sets, features, scratch)
    turn = np.int64(near[TURN])
    features[SIDE] = 1 - 2 * turn
    features[CONSTANT] = 1
    _lead(features, scratch)
    filled = 0
    for word in range(8):
        filled += popcount(sets[word])
    return filled


@inlined
def _volcanoes(board: Any, sets: Any, near: Any, features: Any, scratch: Any) -> None:
    lava_low = sets[4] | sets[6]
    lava_high = sets[5] | sets[7]
    for half in range(4):
        word = sets[half]
        colour = half >> 1
        while word:
            cell = lowest(word) + 64 * (half & 1)
            word &= word - 1
            tall = height(board, near, cell)
            lava = popcount(NEAR_LOW[board + cell] & lava_low)
            lava += popcount(NEAR_HIGH[board + cell] & lava_high)
            features[lava * 7 - ((lava * (lava - 1)) >> 1) + tall - lava] += 1 - 2 * colour
            at = 7 * colour + tall
            scratch[at] += 1
            scratch[14 + 2 * at] |= NEAR_LOW[board + cell]
            scratch[15 + 2 * at] |= NEAR_HIGH[board + cell]


@inlined
def _islands(board: Any, sets: Any, features: Any, scratch: Any) -> None:
    for colour in range(2):
        low = sets[4 + 2 * colour]
        high = sets[5 + 2 * colour]
        sign = 1 - 2 * colour
        features[LAVA] += sign * (popcount(low) + popcount(high))
        left_low = low
        left_high = high
        while left_low | left_high:
            first_low = left_low & -left_low
            first_high = np.int64(0) if left_low else left_high & -left_high
            island_low, island_high = flood(board, first_low, first_high, low, high)
            left_low &= ~island_low
            left_high &= ~island_high
            size = popcount(island_low) + popcount(island_high)
            features[ISLANDS] += sign
            for tall in range(1, 7):
                at = 7 * colour + tall
                if (scratch[14 + 2 * at] & island_low) | (scratch[15 + 2 * at] & island_high):
                    scratch[42 + at] += size
                    features[ISLANDS_BESIDE - 1 + tall] += sign * size


@inlined
def _lead(features: Any, scratch: Any) -> None:
    for tall in range(1, 7):
        if scratch[tall] and scratch[7 + tall]:
            ahead = scratch[tall] + scratch[42 + tall] - scratch[7 + tall] - scratch[49 + tall]
            features[SIGN] = 1 if ahead > 0 else -1 if ahead < 0 else 0
            features[LEAD] = max(-1.0, min(1.0, ahead / LEAD_SCALE))
            return


@jit
def chance(board: Any, sets: Any, near: Any, weights: Any, features: Any, scratch: Any) -> Any:
    """Black's chance to win, 0 to 1; `weights` are those of `weights_by_filled`."""
    filled = write_features(board, sets, near, features, scratch)
    logit = 0.0
    for i in range(FEATURES):
        logit += weights[filled, i] * features[i]
    return 1.0 / (1.0 + math.exp(-logit))
