"""The geometry of a board, computed once for each size.

Cells are numbered in board order: by row letter, then by number. A set of cells is an int whose
bit `i` stands for cell `i`. Board order grows along three of the six directions (number, letter,
and both), so the nearest blocker on a ray is either its lowest or its highest bit.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from .errors import PositionError

SIZES = (5, 6, 7)
MAX_HEIGHT = 6
_FORWARD = ((0, 1), (1, 0), (1, 1))

Rays = tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True)
class Board:
    """A hexagonal board of `size` cells a side.

    `cells[i]` is the name of cell `i`, `index` its inverse, and `axes[i]` its (row, number).
    `rows` are the rows from the bottom up, each the range of its cells from left to right.
    `neighbours[i]` is a set of cells. `forward[i][h]` are the rays of at most `h` cells that run
    from cell `i` up in board order, `backward[i][h]` those that run down. `behind[i][j]` is all
    that neighbour `j` hides from cell `i`, `j` itself included.
    """

    size: int
    cells: tuple[str, ...] = field(compare=False, repr=False)
    index: dict[str, int] = field(compare=False, repr=False)
    axes: tuple[tuple[int, int], ...] = field(compare=False, repr=False)
    rows: tuple[range, ...] = field(compare=False, repr=False)
    neighbours: tuple[int, ...] = field(compare=False, repr=False)
    forward: Rays = field(compare=False, repr=False)
    backward: Rays = field(compare=False, repr=False)
    behind: tuple[dict[int, int], ...] = field(compare=False, repr=False)

    def names(self, cells: int) -> list[str]:
        """The names of a set of cells, sorted as plain strings."""
        return sorted(self.cells[cell] for cell in members(cells))

    def distance(self, start: int, end: int) -> int | None:
        """The number of steps along a straight line, or None if no line joins the two cells."""
        rows = self.axes[end][0] - self.axes[start][0]
        numbers = self.axes[end][1] - self.axes[start][1]
        in_line = rows == 0 or numbers == 0 or rows == numbers
        return max(abs(rows), abs(numbers)) if in_line and start != end else None


@lru_cache(maxsize=len(SIZES))
def get_board(size: int) -> Board:
    """The board of that size. Raises PositionError if the game has no such board."""
    if size not in SIZES:
        raise PositionError(f"A board has side 5, 6 or 7, not {size}.")
    axes = _axes(size)
    at = {axis: cell for cell, axis in enumerate(axes)}
    ahead = [[_ray(at, axis, step) for step in _FORWARD] for axis in axes]
    back = [[_ray(at, axis, (-row, -number)) for row, number in _FORWARD] for axis in axes]
    around = [[ray for ray in ahead[i] + back[i] if ray] for i in range(len(axes))]
    cells = tuple(f"{chr(ord('a') + row)}{number}" for row, number in axes)
    return Board(
        size=size,
        cells=cells,
        index={name: cell for cell, name in enumerate(cells)},
        axes=axes,
        rows=_rows(axes),
        neighbours=tuple(cell_set(ray[0] for ray in rays) for rays in around),
        forward=_by_height(ahead),
        backward=_by_height(back),
        behind=tuple({ray[0]: cell_set(ray) for ray in rays} for rays in around),
    )


def members(cells: int) -> Iterator[int]:
    """The members of a set of cells, in board order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def cell_set(cells: Iterator[int] | list[int]) -> int:
    """The set of these cells."""
    return sum(1 << cell for cell in set(cells))


def _axes(size: int) -> tuple[tuple[int, int], ...]:
    last = 2 * size - 1
    return tuple(
        (row, number)
        for row in range(last)
        for number in range(max(1, row - size + 2), min(last, size + row) + 1)
    )


def _rows(axes: tuple[tuple[int, int], ...]) -> tuple[range, ...]:
    lengths = Counter(row for row, _ in axes)
    ends = list(accumulate(lengths.values()))
    return tuple(
        range(end - length, end) for end, length in zip(ends, lengths.values(), strict=True)
    )


def _ray(
    at: dict[tuple[int, int], int], start: tuple[int, int], step: tuple[int, int]
) -> list[int]:
    ray = []
    row, number = start[0] + step[0], start[1] + step[1]
    while (row, number) in at:
        ray.append(at[row, number])
        row, number = row + step[0], number + step[1]
    return ray


def _by_height(rays: list[list[list[int]]]) -> Rays:
    return tuple(
        tuple(
            tuple(cell_set(ray[:height]) for ray in of_cell if ray)
            for height in range(MAX_HEIGHT + 1)
        )
        for of_cell in rays
    )
