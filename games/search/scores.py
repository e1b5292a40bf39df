"""Islands and the score at the end (rules.md, 7 to 9)."""

from typing import Any

from .bits import lowest, popcount
from .board import NEAR_HIGH, NEAR_LOW
from .state import height, jit


@jit
def flood(board: Any, low: Any, high: Any, lava_low: Any, lava_high: Any) -> Any:
    """The lava that is joined to the lava in `low` and `high`, which is part of it."""
    new_low = low
    new_high = high
    while new_low | new_high:
        if new_low:
            cell = lowest(new_low)
            new_low &= new_low - 1
        else:
            cell = 64 + lowest(new_high)
            new_high &= new_high - 1
        more_low = NEAR_LOW[board + cell] & lava_low & ~low
        more_high = NEAR_HIGH[board + cell] & lava_high & ~high
        low |= more_low
        high |= more_high
        new_low |= more_low
        new_high |= more_high
    return low, high


@jit
def count_heights(board: int, sets: Any, near: Any, counts: Any, beside: Any) -> None:
    """By colour and height (at `7 * colour + height`): how many volcanoes there are, and in
    `beside` the set of the cells next to them, two words each."""
    counts[:] = 0
    beside[:] = 0
    for half in range(4):
        word = sets[half]
        while word:
            cell = lowest(word) + 64 * (half & 1)
            word &= word - 1
            at = 7 * (half >> 1) + height(board, near, cell)
            counts[at] += 1
            beside[2 * at] |= NEAR_LOW[board + cell]
            beside[2 * at + 1] |= NEAR_HIGH[board + cell]


@jit
def points(board: int, sets: Any, counts: Any, beside: Any, colour: int, level: int) -> int:
    """The score of a colour at a height (rules.md, 8), from `count_heights`."""
    at = 7 * colour + level
    low, high = sets[4 + 2 * colour], sets[5 + 2 * colour]
    touched = flood(board, beside[2 * at] & low, beside[2 * at + 1] & high, low, high)
    return counts[at] + popcount(touched[0]) + popcount(touched[1])


@jit
def lead(board: int, sets: Any, near: Any, counts: Any, beside: Any) -> int:
    """By how much Black is ahead at the height that decides; 0 for a draw. `counts` (14) and
    `beside` (28) are written over."""
    count_heights(board, sets, near, counts, beside)
    for level in range(1, 7):
        if counts[level] and counts[7 + level]:
            ahead = points(board, sets, counts, beside, 0, level) - points(
                board, sets, counts, beside, 1, level
            )
            if ahead:
                return ahead
    return 0
