"""A position as two flat arrays, and what the rules say about it.

`sets` are eight int64: black volcanoes, white volcanoes, black lava, white lava, two words each
(see `board`). `near` are uint16: first the words of the lines, then for each cell the set of the
directions in which a volcano is next to it, then the side to move, 0 for Black. `near` follows from
`sets` and saves counting; both can be copied as they are.

A move is one int64: bits 0-6 the placement, bits 7-9 how many spills, then eight bits for each
spill, seven for its target and one for its colour (set for White). Sources follow from the
placement, the spills are in the order of the directions in which their sources lie, so each move is
written in one way only (rules.md, 5: a set of spills is legal if each target can be reached before
any spill, and all differ).
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from games.rules import Move, Position, Side, Spill

from . import cache
from .bits import leading, lowest, popcount
from .board import (
    AROUND,
    BIT,
    CELL_AT,
    CELLS,
    DEGREE,
    DIRECTIONS,
    EMPTY,
    HIGH,
    LINE,
    LINES,
    LOW,
    NEIGHBOUR,
    OFF,
    PLACE,
    Words,
    start_of,
    words,
)

NEAR = LINES
"""Where the sets of directions begin."""
TURN = NEAR + CELLS
LENGTH = TURN + 1
FIRST_SPILL = 10
SPILL_BITS = 8
MOST_SPILLS = 6
MOST_TARGETS = 36
"""Of one source: six each way."""
TRIES = 6
"""Random choices of targets that may clash before all are looked at in order."""

State = tuple[Words, npt.NDArray[np.uint16]]
cache.use()
jit = njit(cache=True, nogil=True, boundscheck=False, error_model="numpy")
inlined = njit(nogil=True, boundscheck=False, error_model="numpy", forceinline=True)


def state_of(position: Position) -> State:
    """The arrays of a position."""
    board = start_of(position.size)
    sets = np.array([word for cells in position.sets for word in words(cells)], np.int64)
    near = np.zeros(LENGTH, np.uint16)
    near[:LINES] = EMPTY[board // CELLS]
    near[TURN] = position.turn is Side.WHITE
    fill(board, sets, near)
    return sets, near


@jit
def fill(board: int, sets: Any, near: Any) -> None:
    """The lines and neighbourhoods of the pieces in `sets`, on an empty board."""
    for kind in range(8):
        word = sets[kind]
        while word:
            cell = lowest(word) + 64 * (kind & 1)
            word &= word - 1
            occupy(board, near, cell)
            if kind < 4:
                surround(board, near, cell)


@inlined
def occupy(board: int, near: Any, cell: int) -> None:
    for axis in range(3):
        line = LINE[board + cell, axis]
        near[line] |= BIT[board + cell, axis]


@inlined
def surround(board: int, near: Any, cell: int) -> None:
    """Tell the neighbours of a volcano that it stands there."""
    for d in range(3):
        near[NEAR + NEIGHBOUR[board + cell, d]] |= 8 << d
        near[NEAR + NEIGHBOUR[board + cell, d + 3]] |= 1 << d


@inlined
def vacate(board: int, near: Any, cell: int) -> None:
    for axis in range(3):
        line = LINE[board + cell, axis]
        near[line] ^= BIT[board + cell, axis]


@inlined
def is_empty(board: int, near: Any, cell: int) -> bool:
    return not (near[LINE[board + cell, 0]] >> PLACE[board + cell, 0]) & 1


@inlined
def height(board: int, near: Any, cell: int) -> int:
    """The height of a volcano there: its neighbours that hold none."""
    return np.int64(DEGREE[board + cell]) - popcount(np.int64(near[NEAR + cell]))


@inlined
def runs(board: int, near: Any, source: int, axis: int, most: int) -> tuple[int, int]:
    """How far lava can fly along an axis, up and down in board order."""
    word = np.int64(near[LINE[board + source, axis]])
    place = np.int64(PLACE[board + source, axis])
    up = lowest(word >> (place + 1))
    below = word & ((np.int64(1) << place) - 1)
    down = place + leading(below) - 64
    return min(up, most), min(down, most)


@jit
def reach(board: int, near: Any, source: int, most: int, into: Any) -> int:
    """Write all cells that a volcano of height `most` can spill on; returns how many."""
    count = 0
    for axis in range(3):
        up, down = runs(board, near, source, axis, most)
        for distance in range(1, up + 1):
            into[count] = CELL_AT[board + source, axis, distance]
            count += 1
        for distance in range(1, down + 1):
            into[count] = CELL_AT[board + source, axis + 3, distance]
            count += 1
    return count


@inlined
def advance(state: Any) -> Any:
    """The next state of the generator, a xorshift of 64 bits (Marsaglia 2003)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@inlined
def below(state: Any, bound: int) -> Any:
    """A number from 0 to below `bound` from the upper half of the generator's state."""
    return np.int64(((state >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@inlined
def random_target(board: int, near: Any, source: int, seed: Any) -> int:
    """Any cell that a volcano can spill on, or -1."""
    most = height(board, near, source)
    up0, down0 = runs(board, near, source, 0, most)
    up1, down1 = runs(board, near, source, 1, most)
    up2, down2 = runs(board, near, source, 2, most)
    after0 = up0
    after1 = after0 + up1
    after2 = after1 + up2
    after3 = after2 + down0
    after4 = after3 + down1
    total = after4 + down2
    if total == 0:
        return -1
    k = below(seed, total)
    direction = 0
    start = 0
    if k >= after0:
        direction = 1
        start = after0
    if k >= after1:
        direction = 2
        start = after1
    if k >= after2:
        direction = 3
        start = after2
    if k >= after3:
        direction = 4
        start = after3
    if k >= after4:
        direction = 5
        start = after4
    return CELL_AT[board + source, direction, k - start + 1]


@inlined
def draw(board: int, sets: Any, near: Any, cell: int, seed: Any) -> Any:
    """A random full move on an empty cell, or -1 if no volcano can stand there, and the generator's
    next state."""
    around = np.int64(near[NEAR + cell])
    if around == AROUND[board + cell]:
        return np.int64(-1), seed
    move = cell | popcount(around) << 7
    if around == 0:
        return move, seed
    occupy(board, near, cell)
    for _ in range(TRIES):
        found = move
        shift = FIRST_SPILL
        taken_low = taken_high = np.int64(0)
        left = around
        fits = True
        while left:
            source = NEIGHBOUR[board + cell, lowest(left)]
            left &= left - 1
            seed = advance(seed)
            target = random_target(board, near, source, seed)
            if target < 0:
                vacate(board, near, cell)
                return np.int64(-1), seed
            bit_low = LOW[board + target]
            bit_high = HIGH[board + target]
            if (taken_low & bit_low) | (taken_high & bit_high):
                fits = False
                break
            taken_low |= bit_low
            taken_high |= bit_high
            is_black = (sets[0] & LOW[board + source]) | (sets[1] & HIGH[board + source])
            found |= (target | (0 if is_black else 128)) << shift
            shift += SPILL_BITS
        if fits:
            vacate(board, near, cell)
            return found, seed
    vacate(board, near, cell)
    seed = advance(seed)
    return pick(board, sets, near, cell, seed), seed


@jit
def pick(board: int, sets: Any, near: Any, cell: int, seed: Any) -> Any:
    """The first full move that is found when each source's targets are tried in turn, from a random
    one on; -1 if there is none. For the rare cell whose sources have few targets."""
    targets = np.empty((MOST_SPILLS, MOST_TARGETS), np.int64)
    chosen = np.zeros(MOST_SPILLS, np.int64)
    counts = np.zeros(MOST_SPILLS, np.int64)
    colours = np.zeros(MOST_SPILLS, np.int64)
    tried = np.zeros(MOST_SPILLS, np.int64)
    sources = spread(board, sets, near, cell, targets, counts, colours)
    depth = 0
    while 0 <= depth < sources:
        if tried[depth] >= counts[depth]:
            tried[depth] = 0
            depth -= 1
            if depth >= 0:
                tried[depth] += 1
            continue
        start = below(seed, counts[depth])
        chosen[depth] = targets[depth, (start + tried[depth]) % counts[depth]]
        clash = False
        for other in range(depth):
            clash |= chosen[other] == chosen[depth]
        if clash:
            tried[depth] += 1
        else:
            depth += 1
    if depth < 0:
        return np.int64(-1)
    return pack(cell, sources, chosen, colours)


@jit
def pack(cell: int, sources: int, targets: Any, colours: Any) -> int:
    move = cell | sources << 7
    for i in range(sources):
        move |= (targets[i] | colours[i] << 7) << (FIRST_SPILL + SPILL_BITS * i)
    return move


@jit
def spread(
    board: int, sets: Any, near: Any, cell: int, targets: Any, counts: Any, colours: Any
) -> int:
    """Write for each source of a placement its targets, how many they are, and its colour; returns
    the number of sources."""
    occupy(board, near, cell)
    sources = 0
    left = np.int64(near[NEAR + cell])
    while left:
        source = NEIGHBOUR[board + cell, lowest(left)]
        left &= left - 1
        is_black = (sets[0] & LOW[board + source]) | (sets[1] & HIGH[board + source])
        colours[sources] = 0 if is_black else 1
        most = height(board, near, source)
        counts[sources] = reach(board, near, source, most, targets[sources])
        sources += 1
    vacate(board, near, cell)
    return sources


@jit
def is_legal(board: int, sets: Any, near: Any, cell: int) -> bool:
    """Whether a volcano can be placed on a cell."""
    if not is_empty(board, near, cell):
        return False
    move, _ = draw(board, sets, near, cell, np.uint64(88172645463325252))
    return move >= 0


@inlined
def make(board: int, sets: Any, near: Any, move: int) -> None:
    """Play a legal move."""
    turn = np.int64(near[TURN])
    cell = move & 127
    sets[2 * turn] |= LOW[board + cell]
    sets[2 * turn + 1] |= HIGH[board + cell]
    occupy(board, near, cell)
    surround(board, near, cell)
    left = move >> FIRST_SPILL
    for _ in range((move >> 7) & 7):
        target = left & 127
        lava = 4 + ((left >> 7) & 1) * 2
        sets[lava] |= LOW[board + target]
        sets[lava + 1] |= HIGH[board + target]
        occupy(board, near, target)
        left >>= SPILL_BITS
    near[TURN] = 1 - turn


def move_of(position: Position, code: int) -> Move:
    """The move of `games.rules` that a number stands for in this position."""
    board, names = start_of(position.size), position.board.cells
    cell, left = code & 127, code >> FIRST_SPILL
    spills = []
    for direction in range(DIRECTIONS):
        source = int(NEIGHBOUR[board + cell, direction])
        if source != OFF and position.volcanoes >> source & 1:
            spills.append(Spill(names[source], names[left & 127]))
            left >>= SPILL_BITS
    return Move(names[cell], tuple(spills))
