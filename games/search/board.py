"""The geometry of the three boards as arrays, made once when this module is imported.

Cells have the numbers that `games.rules.board` gives them. A set of cells is two 64-bit words: bit
`i` of the first is cell `i`, of the second cell `64 + i`. Six directions, of which `d + 3` is
opposite to `d`, and three axes, whose lines are words of occupied cells with the bits beyond each
end set as well: so the way along a line is found by counting zeros.

The tables of the three boards stand one after the other: cell `c` of a board has the row `at + c`,
where `at` is `start_of(size)`. Compiled code sees them as constants, which is why they are no
arguments: it would count references to each at each call.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from games.rules import SIZES
from games.rules.board import Board, get_board

CELLS = 128
"""Places in an array over cells; the last one stands for what is off the board."""
OFF = CELLS - 1
AXES = 3
DIRECTIONS = 6
FARTHEST = 6
LINES = 39
"""Lines of the largest board, three axes of 13."""
_STEPS = ((0, 1), (1, 0), (1, 1))
_ROWS = CELLS * len(SIZES)

Words = npt.NDArray[np.int64]

LOW = np.zeros(_ROWS, np.int64)
HIGH = np.zeros(_ROWS, np.int64)
"""By cell: the set of this cell alone, two words."""
NEAR_LOW = np.zeros(_ROWS, np.int64)
NEAR_HIGH = np.zeros(_ROWS, np.int64)
"""By cell: the set of its neighbours, two words."""
# The others hold no sign, so that no index made of them is looked at for being negative.
DEGREE = np.zeros(_ROWS, np.uint8)
"""By cell: how many neighbours it has."""
AROUND = np.zeros(_ROWS, np.uint8)
"""By cell: the set of the directions in which it has a neighbour."""
NEIGHBOUR = np.full((_ROWS, DIRECTIONS), OFF, np.uint8)
"""By cell and direction: the neighbour there."""
CELL_AT = np.full((_ROWS, DIRECTIONS, FARTHEST + 1), OFF, np.uint8)
"""By cell, direction and distance: the cell there."""
LINE = np.zeros((_ROWS, AXES), np.uint8)
"""By cell and axis: the number of its line."""
PLACE = np.zeros((_ROWS, AXES), np.uint8)
"""By cell and axis: the number of its bit in the word of that line."""
BIT = np.zeros((_ROWS, AXES), np.uint16)
"""By cell and axis: that bit."""
EMPTY = np.full((len(SIZES), LINES), -1, np.int64)
"""By board: the words of its lines when no cell is occupied."""
NUMBER = tuple(len(get_board(size).cells) for size in SIZES)
"""By board: how many cells it has."""


def start_of(size: int) -> int:
    """Where the rows of the board of that size begin in the tables."""
    return CELLS * SIZES.index(size)


def words(cells: int) -> tuple[int, int]:
    """A set of cells of `games.rules` as two signed words."""
    return _signed(cells & (1 << 64) - 1), _signed(cells >> 64)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _set_of(cells: Iterable[int]) -> tuple[int, int]:
    return words(sum(1 << cell for cell in cells))


def _lay_out(number: int, board: Board) -> None:
    start = CELLS * number
    at = {axes: cell for cell, axes in enumerate(board.axes)}
    for cell, (row, along) in enumerate(board.axes):
        LOW[start + cell], HIGH[start + cell] = _set_of([cell])
        for direction in range(DIRECTIONS):
            sign = 1 if direction < AXES else -1
            up, right = _STEPS[direction % AXES]
            for far in range(1, FARTHEST + 1):
                there = (row + sign * up * far, along + sign * right * far)
                CELL_AT[start + cell, direction, far] = at.get(there, OFF)
        NEIGHBOUR[start + cell] = CELL_AT[start + cell, :, 1]
        directions = [d for d in range(DIRECTIONS) if NEIGHBOUR[start + cell, d] != OFF]
        near = [int(NEIGHBOUR[start + cell, d]) for d in directions]
        DEGREE[start + cell] = len(near)
        AROUND[start + cell] = sum(1 << d for d in directions)
        NEAR_LOW[start + cell], NEAR_HIGH[start + cell] = _set_of(near)
        _put_on_lines(number, start + cell, row, along, board.size)


def _put_on_lines(number: int, at: int, row: int, along: int, size: int) -> None:
    """Along a row the numbers grow, along the two other axes the rows do."""
    lines = ((row, along), (along - 1, row + 1), (row - along + size, row + 1))
    for axis, (line, place) in enumerate(lines):
        LINE[at, axis] = LINES // AXES * axis + line
        PLACE[at, axis] = place
        BIT[at, axis] = 1 << place
        EMPTY[number, LINE[at, axis]] &= ~(1 << place)


for _number, _size in enumerate(SIZES):
    _lay_out(_number, get_board(_size))
EMPTY = (EMPTY & (1 << 16) - 1).astype(np.uint16)
