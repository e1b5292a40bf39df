"""Endings searched to their end: alpha-beta over full moves, for win, draw and loss only.

Moves that leave their side ahead are tried first, those that leave the fewest open cells before
others: so less than half as many are made as in the order of the score. Finished positions are
kept in a table with all of their eight words, so that two which share a slot are never taken for
each other; the side to move follows from the number of volcanoes, for all come from one root.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .bits import lowest, popcount
from .board import AROUND, HIGH, LOW, NEIGHBOUR
from .cells import empty, taken
from .scores import lead
from .state import (
    FIRST_SPILL,
    MOST_SPILLS,
    MOST_TARGETS,
    NEAR,
    SPILL_BITS,
    TURN,
    inlined,
    is_empty,
    is_legal,
    jit,
    make,
    pack,
    spread,
    vacate,
)

ENTRIES = 1 << 17
WORDS = 8
BOUNDS = WORDS
"""The place in an entry, after the words of the position, of a stamp and its bounds."""
ROOM = 1 << 16
"""Full moves that one line of play may have to choose from, those of all its nodes together."""
RANK = FIRST_SPILL + SPILL_BITS * MOST_SPILLS
"""The first of the bits above a move, in which it carries its rank while moves are sorted."""
MOVE = (1 << RANK) - 1
DEEPEST = 128
UNKNOWN, OPEN = 2, 3
"""In place of a result: the search stopped before it was known; there are more moves to try."""

FRAME = np.dtype(
    [
        ("low", np.int64),  # only whether the result is above `low` and below `high` matters
        ("high", np.int64),
        ("least", np.int64),  # between which results it was known to be before
        ("most", np.int64),
        ("best", np.int64),  # the best result so far,
        ("choice", np.int64),  # where among the moves that one is
        ("at", np.int64),  # where the move is that is being tried, and where they end
        ("end", np.int64),
        ("open_low", np.int64),  # the cells on which a placement is legal, two words
        ("open_high", np.int64),
    ]
)


def new_table() -> npt.NDArray[np.int64]:
    """Room for finished positions, 9 MB, for one thread at a time. Its last row has the stamp of
    the search that used it last, which tells that search's entries from older ones."""
    return np.zeros((ENTRIES + 1, WORDS + 1), np.int64)


@jit
def solve(
    board: int, sets: Any, near: Any, most_placements: int, most_nodes: int, table: Any
) -> Any:
    """The result for the side to move with best play of both (1, 0 or -1, or UNKNOWN if there are
    more placements or more positions would have to be made), a move that keeps it (-1 if none is
    better than the others), and how many positions were made. `sets` and `near` are left as they
    were; for `table` see `new_table`."""
    open_low, open_high = placements(board, sets, near)
    if popcount(open_low) + popcount(open_high) > most_placements:
        return UNKNOWN, np.int64(-1), 0
    table[ENTRIES, BOUNDS] += 1
    moves = np.empty(ROOM, np.int64)
    frames = np.zeros(DEEPEST, FRAME)
    frames[0].low, frames[0].high = -1, 1
    frames[0].open_low, frames[0].open_high = open_low, open_high
    result, made = walk(board, sets, near, frames, moves, table, most_nodes)
    is_kept = frames[0].end and frames[0].best >= 0 and result != UNKNOWN
    return result, moves[frames[0].choice] & MOVE if is_kept else np.int64(-1), made


@jit
def walk(
    board: int, sets: Any, near: Any, frames: Any, moves: Any, table: Any, most_nodes: int
) -> Any:
    """Search from the first frame on; returns the result and how many positions were made."""
    depth = 0
    result, made = enter(board, sets, near, frames, 0, moves, table, most_nodes)
    while result != UNKNOWN and (depth or result == OPEN):
        if result == OPEN:
            make(board, sets, near, moves[frames[depth].at] & MOVE)
            descend(frames, depth)
            depth += 1
            left = most_nodes - made
            result, more = enter(board, sets, near, frames, depth, moves, table, left)
            made += more
        else:
            depth -= 1
            unmake(board, sets, near, moves[frames[depth].at] & MOVE)
            result = take(frames, depth, -result, sets, table)
    while depth:
        depth -= 1
        unmake(board, sets, near, moves[frames[depth].at] & MOVE)
    return result, made


@jit
def enter(
    board: int,
    sets: Any,
    near: Any,
    frames: Any,
    depth: int,
    moves: Any,
    table: Any,
    most_nodes: int,
) -> Any:
    """Look at a new position, whose moves go where those above end. Returns OPEN if they are to be
    tried, else the result or a bound that is enough; and how many positions were made."""
    frame = frames[depth]
    frame.least, frame.most = recall(table, sets)
    frame.low = max(frame.low, frame.least)
    frame.high = min(frame.high, frame.most)
    if frame.low >= frame.high:
        return frame.least if frame.least >= frame.high else frame.most, 0
    start = frames[depth - 1].end if depth else 0
    frame.at, frame.best = start, -1
    end, frame.open_low, frame.open_high = expand(
        board, sets, near, frame.open_low, frame.open_high, moves, start
    )
    if end < 0 or end - start > most_nodes:
        return UNKNOWN, 0
    if end == start:
        frame.best = outcome(board, sets, near)
        return frame.best, 0
    frame.end = end
    rank(board, sets, near, frame.open_low, frame.open_high, moves[start:end])
    return OPEN, end - start


@inlined
def descend(frames: Any, depth: int) -> None:
    """Prepare the frame below for the position after the move that is being tried."""
    above, frame = frames[depth], frames[depth + 1]
    frame.low = -above.high
    frame.high = -max(above.low, above.best)
    frame.open_low = above.open_low
    frame.open_high = above.open_high


@inlined
def take(frames: Any, depth: int, result: int, sets: Any, table: Any) -> Any:
    """Book the result of the move that was tried; returns OPEN if there is another to try, else
    the result of the position."""
    frame = frames[depth]
    if result > frame.best:
        frame.best, frame.choice = result, frame.at
    frame.at += 1
    if frame.best < frame.high and frame.at < frame.end:
        return OPEN
    least = frame.best if frame.best > frame.low else frame.least
    most = frame.best if frame.best < frame.high else frame.most
    keep(table, sets, least, most)
    return frame.best


@jit
def placements(board: int, sets: Any, near: Any) -> tuple[int, int]:
    """The set of cells on which a volcano can be placed."""
    open_low, open_high = empty(board, sets)
    for half in range(2):
        word = open_high if half else open_low
        while word:
            cell = lowest(word) + 64 * half
            word &= word - 1
            if not is_legal(board, sets, near, cell):
                open_low &= ~LOW[board + cell]
                open_high &= ~HIGH[board + cell]
    return open_low, open_high


@inlined
def slot_of(sets: Any) -> Any:
    mixed = np.uint64(0)
    for i in range(WORDS):
        mixed = (mixed ^ np.uint64(sets[i])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(ENTRIES - 1))


@inlined
def recall(table: Any, sets: Any) -> tuple[int, int]:
    """Between which results a position is known to be."""
    slot = slot_of(sets)
    bounds = table[slot, BOUNDS]
    same = bounds >> 4 == table[ENTRIES, BOUNDS]
    for i in range(WORDS):
        same &= table[slot, i] == sets[i]
    if not same:
        return -1, 1
    return (bounds & 3) - 1, (bounds >> 2 & 3) - 1


@inlined
def keep(table: Any, sets: Any, least: int, most: int) -> None:
    slot = slot_of(sets)
    for i in range(WORDS):
        table[slot, i] = sets[i]
    table[slot, BOUNDS] = table[ENTRIES, BOUNDS] << 4 | (most + 1) << 2 | (least + 1)


@inlined
def outcome(board: int, sets: Any, near: Any) -> int:
    """The result for the side to move if the game ends here."""
    ahead = lead(board, sets, near, np.empty(14, np.int64), np.empty(28, np.int64))
    sign = 1 if ahead > 0 else -1 if ahead < 0 else 0
    return -sign if near[TURN] else sign


@jit
def expand(
    board: int, sets: Any, near: Any, open_low: int, open_high: int, moves: Any, start: int
) -> tuple[int, int, int]:
    """Write all full moves on the open cells; returns where they end, or -1 if there is no room for
    them, and the set of those cells that have any."""
    targets = np.empty((MOST_SPILLS, MOST_TARGETS), np.int64)
    counts = np.empty(MOST_SPILLS, np.int64)
    colours = np.empty(MOST_SPILLS, np.int64)
    end = start
    for half in range(2):
        word = open_high if half else open_low
        while word:
            cell = lowest(word) + 64 * half
            word &= word - 1
            before = end
            if is_empty(board, near, cell) and near[NEAR + cell] != AROUND[board + cell]:
                sources = spread(board, sets, near, cell, targets, counts, colours)
                end = combine(cell, sources, targets, counts, colours, moves, end)
                if end < 0:
                    return end, open_low, open_high
            if end == before:
                open_low &= ~LOW[board + cell]
                open_high &= ~HIGH[board + cell]
    return end, open_low, open_high


@jit
def combine(
    cell: int, sources: int, targets: Any, counts: Any, colours: Any, moves: Any, end: int
) -> int:
    """Write a placement with each choice of different targets for its sources."""
    chosen = np.empty(MOST_SPILLS, np.int64)
    tried = np.zeros(MOST_SPILLS + 1, np.int64)
    depth = 0
    while depth >= 0:
        if depth == sources:
            if end == len(moves):
                return -1
            moves[end] = pack(cell, sources, chosen, colours)
            end += 1
            depth -= 1
        elif tried[depth] == counts[depth]:
            tried[depth] = 0
            depth -= 1
        else:
            chosen[depth] = targets[depth, tried[depth]]
            tried[depth] += 1
            clash = False
            for other in range(depth):
                clash |= chosen[other] == chosen[depth]
            depth += not clash
    return end


@jit
def rank(board: int, sets: Any, near: Any, open_low: int, open_high: int, moves: Any) -> None:
    """Sort moves: first those after which the side to move is ahead, and among these the ones that
    fill most of the open cells, for what is left is the smaller."""
    counts, beside = np.empty(14, np.int64), np.empty(28, np.int64)
    sign = 1 if near[TURN] else -1
    for i in range(len(moves)):
        make(board, sets, near, moves[i])
        behind = sign * lead(board, sets, near, counts, beside)
        filled = popcount(open_low & taken(sets, 0)) + popcount(open_high & taken(sets, 1))
        unmake(board, sets, near, moves[i])
        place = min(max(behind, -1), 1) * (MOST_SPILLS + 2) - filled
        moves[i] |= np.int64(place) << RANK
    moves.sort()


@inlined
def unmake(board: int, sets: Any, near: Any, move: int) -> None:
    """Take the last move back."""
    turn = 1 - np.int64(near[TURN])
    cell = move & 127
    sets[2 * turn] &= ~LOW[board + cell]
    sets[2 * turn + 1] &= ~HIGH[board + cell]
    vacate(board, near, cell)
    for d in range(3):
        near[NEAR + NEIGHBOUR[board + cell, d]] &= ~(8 << d)
        near[NEAR + NEIGHBOUR[board + cell, d + 3]] &= ~(1 << d)
    left = move >> FIRST_SPILL
    for _ in range((move >> 7) & 7):
        target = left & 127
        lava = 4 + ((left >> 7) & 1) * 2
        sets[lava] &= ~LOW[board + target]
        sets[lava + 1] &= ~HIGH[board + target]
        vacate(board, near, target)
        left >>= SPILL_BITS
    near[TURN] = turn
