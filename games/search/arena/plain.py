"""Plain UCT (Kocsis and Szepesvári 2006), the player that the search is measured against: a tree
of placements and single spills, random games, nothing else.

A node is a placement or one of its spills, in the order of the directions of their sources. What
was never visited is tried first, in random order; one node is added a simulation. All nodes of a
move are judged by its mover's results.
"""

import math
import time
from typing import Any

import numpy as np

from games.rules import Move, Position

from ..bits import popcount
from ..board import AROUND, CELLS, HIGH, LOW, start_of
from ..cells import empty, member
from ..playouts import play_out
from ..scores import lead
from ..state import (
    MOST_SPILLS,
    MOST_TARGETS,
    NEAR,
    TRIES,
    TURN,
    advance,
    below,
    inlined,
    jit,
    make,
    move_of,
    pack,
    spread,
    state_of,
)
from .sampling import generator, holds

EXPLORATION = 0.35
"""The best of those that search.md tried for this tree."""
AT_ONCE = 500
ROOM = 200_000
DEEPEST = 7 * CELLS

NODE = np.dtype(
    [
        ("total", np.float64),  # the sum of values for Black
        ("open_low", np.int64),  # the cells that were not tried yet, two words
        ("open_high", np.int64),
        ("visits", np.int32),
        ("first", np.int32),  # of the slots of its children, which lie side by side
        ("count", np.int32),  # of the children
        ("slot", np.int32),  # its own
        ("cell", np.int32),
        ("chooser", np.int32),  # who chose it: 0 for Black
    ]
)
SLOT = np.dtype([("mean", np.float32), ("width", np.float32), ("node", np.int32)])
"""By place of a child: its mean for whoever chose it, one over the root of its visits, and its
number. Slot 0 holds the first that is free."""


def plain_move(position: Position, simulations: int, seconds: float | None, seed: int) -> Move:
    """The move that plain UCT visits most, after so many simulations or seconds of the process's
    time."""
    board = start_of(position.size)
    sets, near = state_of(position)
    nodes = np.zeros(min(simulations, ROOM) + 2, NODE)
    slots = np.zeros(CELLS * len(nodes), SLOT)
    state = generator(seed)
    start = time.process_time()
    made = 0
    while made < min(simulations, ROOM):
        upto = min(simulations, ROOM) if seconds is None else made + AT_ONCE
        made, move, after = search(board, sets, near, nodes, slots, min(upto, ROOM), state)
        state = np.uint64(after)
        if seconds is not None and time.process_time() - start >= seconds:
            break
    return move_of(position, int(move))


@jit
def search(board: int, sets: Any, near: Any, nodes: Any, slots: Any, upto: int, seed: Any) -> Any:
    """Make simulations until there are `upto`. Returns how many there are, the number of the most
    visited move, and the generator's next state."""
    now, around = sets.copy(), near.copy()
    counts, beside = np.zeros(14, np.int64), np.zeros(28, np.int64)
    room, path = np.zeros(CELLS, np.uint8), np.zeros(DEEPEST, np.int64)
    targets = np.zeros((MOST_SPILLS, MOST_TARGETS), np.int64)
    many, colours = np.zeros(MOST_SPILLS, np.int64), np.zeros(MOST_SPILLS, np.int64)
    chosen = np.zeros(MOST_SPILLS, np.int64)
    if nodes[0].visits == 0:
        slots[0].node = 1
        nodes[0].open_low, nodes[0].open_high = empty(board, sets)
    while nodes[0].visits < upto:
        now[:] = sets
        around[:] = near
        depth = 0
        is_new = False
        while not is_new:
            depth, is_new, seed = _walk(
                board, now, around, nodes, slots, path, depth, targets, many, colours, chosen, seed
            )
            if depth < 0:
                depth = -depth
                break
        low, high = empty(board, now)
        _, seed = play_out(board, now, around, low, high, seed, room)
        ahead = lead(board, now, around, counts, beside)
        _book(nodes, slots, path, depth, 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5)
    move = _most_visited(board, sets, near, nodes, slots, targets, many, colours, chosen, seed)
    return nodes[0].visits, move, seed


@jit
def _walk(
    board: int,
    sets: Any,
    near: Any,
    nodes: Any,
    slots: Any,
    path: Any,
    depth: int,
    targets: Any,
    many: Any,
    colours: Any,
    chosen: Any,
    seed: Any,
) -> Any:
    """Make one move, down to a new node if one of its nodes has a child that was never tried.
    Returns the depth then, negative if the game is over; whether a node is new; and the
    generator's next state."""
    turn = np.int64(near[TURN])
    node = path[depth]
    cell, sources, seed = _untried_placement(
        board, sets, near, nodes, node, targets, many, colours, chosen, seed
    )
    is_new = cell >= 0
    child = _add(nodes, slots, node, cell, turn) if is_new else _best(nodes, slots, node)
    if child == 0:
        return -depth, False, seed
    if not is_new:
        cell = np.int64(nodes[child].cell)
        sources = spread(board, sets, near, int(cell), targets, many, colours)
    depth += 1
    path[depth] = child
    spill = 0
    while spill < sources and not is_new:
        node = child
        target, seed = _untried_target(nodes, node, targets, many, sources, chosen, spill, seed)
        is_new = target >= 0
        child = _add(nodes, slots, node, target, turn) if is_new else _best(nodes, slots, node)
        chosen[spill] = nodes[child].cell
        depth += 1
        path[depth] = child
        spill += 1
    make(board, sets, near, pack(cell, sources, chosen, colours))
    if is_new and spill < sources:
        nodes[child].open_low, nodes[child].open_high = _free(board, targets, many, chosen, spill)
    elif is_new:
        nodes[child].open_low, nodes[child].open_high = empty(board, sets)
    return depth, is_new, seed


@inlined
def _add(nodes: Any, slots: Any, parent: Any, cell: Any, turn: Any) -> Any:
    """A new node; there is one for each simulation, with the number of that. The first child of a
    parent takes slots for all that may follow."""
    if nodes[parent].count == 0:
        nodes[parent].first = slots[0].node
        slots[0].node += 1 + popcount(nodes[parent].open_low) + popcount(nodes[parent].open_high)
    child = np.int64(nodes[0].visits) + 1
    nodes[child].cell = cell
    nodes[child].chooser = turn
    nodes[child].slot = nodes[parent].first + nodes[parent].count
    slots[nodes[child].slot].node = child
    nodes[parent].count += 1
    return child


@inlined
def _best(nodes: Any, slots: Any, parent: Any) -> Any:
    """The child with the highest upper bound, 0 if there is none."""
    reach = np.float32(EXPLORATION * math.sqrt(math.log(nodes[parent].visits + 1.0)))
    best = np.int64(0)
    best_value = np.float32(-1.0)
    first = np.int64(nodes[parent].first)
    for slot in range(first, first + nodes[parent].count):
        value = slots[slot].mean + reach * slots[slot].width
        if value > best_value:
            best_value = value
            best = np.int64(slot)
    return np.int64(slots[best].node) if best else best


@inlined
def _take(nodes: Any, node: Any, seed: Any) -> Any:
    """Any cell that was not tried yet; it is from now on."""
    cell = member(nodes[node].open_low, nodes[node].open_high, seed)
    if cell < 64:
        nodes[node].open_low &= ~(np.int64(1) << cell)
    else:
        nodes[node].open_high &= ~(np.int64(1) << (cell - 64))
    return cell


@jit
def _untried_placement(
    board: int,
    sets: Any,
    near: Any,
    nodes: Any,
    node: Any,
    targets: Any,
    many: Any,
    colours: Any,
    chosen: Any,
    seed: Any,
) -> Any:
    """A legal placement that was not tried yet, or -1, and how many sources it has; `chosen` are
    random spills of it."""
    while nodes[node].open_low | nodes[node].open_high:
        seed = advance(seed)
        cell = _take(nodes, node, seed)
        if np.int64(near[NEAR + cell]) == AROUND[board + cell]:
            continue
        sources = spread(board, sets, near, int(cell), targets, many, colours)
        fits, seed = _complete(targets, many, sources, 0, chosen, seed)
        if fits:
            return cell, sources, seed
    return np.int64(-1), 0, seed


@jit
def _untried_target(
    nodes: Any,
    node: Any,
    targets: Any,
    many: Any,
    sources: Any,
    chosen: Any,
    spill: Any,
    seed: Any,
) -> Any:
    """A target that was not tried yet and leaves one for each of the sources after it, or -1; the
    rest of `chosen` are such."""
    while nodes[node].open_low | nodes[node].open_high:
        seed = advance(seed)
        chosen[spill] = _take(nodes, node, seed)
        fits, seed = _complete(targets, many, sources, spill + 1, chosen, seed)
        if fits:
            return chosen[spill], seed
    return np.int64(-1), seed


@jit
def _free(board: int, targets: Any, many: Any, chosen: Any, spill: Any) -> Any:
    """The set of the targets of a source that the ones before it did not choose."""
    low = high = np.int64(0)
    for i in range(many[spill]):
        low |= LOW[board + targets[spill, i]]
        high |= HIGH[board + targets[spill, i]]
    for i in range(spill):
        low &= ~LOW[board + chosen[i]]
        high &= ~HIGH[board + chosen[i]]
    return low, high


@jit
def _complete(targets: Any, many: Any, sources: Any, start: Any, chosen: Any, seed: Any) -> Any:
    """Choose different targets for the sources from `start` on; whether there are any, and the
    generator's next state."""
    for _ in range(TRIES):
        fits = True
        for i in range(start, sources):
            if many[i] == 0:
                return False, seed
            seed = advance(seed)
            chosen[i] = targets[i, below(seed, many[i])]
            fits &= not holds(chosen, i, chosen[i])
        if fits:
            return True, seed
    tried = np.zeros(MOST_SPILLS, np.int64)
    i = start
    while start <= i < sources:
        if tried[i] == many[i]:
            tried[i] = 0
            i -= 1
            continue
        chosen[i] = targets[i, tried[i]]
        tried[i] += 1
        if not holds(chosen, i, chosen[i]):
            i += 1
    return i == sources, seed


@inlined
def _book(nodes: Any, slots: Any, path: Any, depth: int, value: float) -> None:
    for step in range(depth + 1):
        node = path[step]
        nodes[node].visits += 1
        nodes[node].total += value
        mean = nodes[node].total / nodes[node].visits
        if step:
            slots[nodes[node].slot].mean = 1.0 - mean if nodes[node].chooser else mean
            slots[nodes[node].slot].width = 1.0 / math.sqrt(nodes[node].visits)


@jit
def _most_visited(
    board: int,
    sets: Any,
    near: Any,
    nodes: Any,
    slots: Any,
    targets: Any,
    many: Any,
    colours: Any,
    chosen: Any,
    seed: Any,
) -> Any:
    """The placement visited most, and then the spills; where none was tried, random ones."""
    node = _favourite(nodes, slots, 0)
    cell = int(nodes[node].cell)
    sources = spread(board, sets, near, cell, targets, many, colours)
    known = 0
    while known < sources and nodes[node].count:
        node = _favourite(nodes, slots, node)
        chosen[known] = nodes[node].cell
        known += 1
    _complete(targets, many, sources, known, chosen, seed)
    return pack(cell, sources, chosen, colours)


@jit
def _favourite(nodes: Any, slots: Any, parent: Any) -> Any:
    first = np.int64(nodes[parent].first)
    best = np.int64(slots[first].node)
    for slot in range(first, first + nodes[parent].count):
        if nodes[slots[slot].node].visits > nodes[best].visits:
            best = np.int64(slots[slot].node)
    return best
