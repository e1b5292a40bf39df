"""Where volcanoes can spill, and how many ways there are to give each its own target.

The order of the spills never decides legality: a set of spills is legal if and only if each target
can be reached on the board with the new volcano and before any spill, and all targets differ.
"""

from collections.abc import Iterator, Sequence

from .board import Board, members


def reach(board: Board, source: int, height: int, occupied: int) -> int:
    """The set of cells on which a volcano of that height can leave lava."""
    cells = 0
    for ray in board.forward[source][height]:
        blockers = ray & occupied
        cells |= ray & ((blockers & -blockers) - 1)
    for ray in board.backward[source][height]:
        cells |= ray & (-1 << (ray & occupied).bit_length())
    return cells


def has_choice(reaches: Sequence[int]) -> bool:
    """Whether every source can have a target of its own."""
    sources = len(reaches)
    if all(cells.bit_count() >= sources for cells in reaches):
        return True
    return all(reaches) and count_choices(reaches) > 0


def count_choices(reaches: Sequence[int]) -> int:
    """The number of ways to choose one target from each set so that all targets differ.

    Once the others have chosen, the first source may take any of its cells but those taken, so the
    count is (cells of the first) x (choices of the others) less, for each other source, the choices
    in which it took a cell of the first. With k sources this looks at no more than k! terms.
    """
    if not reaches:
        return 1
    first, others = reaches[0], reaches[1:]
    total = first.bit_count() * count_choices(others)
    for i, other in enumerate(others):
        if first & other:
            total -= count_choices([*others[:i], first & other, *others[i + 1 :]])
    return total


def choices(reaches: Sequence[int], taken: int = 0) -> Iterator[tuple[int, ...]]:
    """Every way to choose one target from each set so that all differ, in board order."""
    if not reaches:
        yield ()
        return
    for target in members(reaches[0] & ~taken):
        for others in choices(reaches[1:], taken | 1 << target):
            yield (target, *others)
