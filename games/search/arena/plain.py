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

from ..board import AROUND, CELLS, HIGH, LOW, start_of
from ..playouts import play_out
from ..state import (
    MOST_SPILLS,
    NEAR,
    TRIES,
    TURN,
    advance,
    below,
    inlined,
    jit,
    lead,
    make,
    move_of,
    pack,
    spread,
    state_of,
)
from .sampling import empty, generator, member

EXPLORATION = 0.35
"""The best of those that search.md tried for this tree."""
AT_ONCE = 500
ROOM = 200_000
MOST_TARGETS = 36
DEEPEST = 7 * CELLS

NODE = np.dtype(
    [
        ("total", np.float64),  # the sum of values for Black
        ("open_low", np.int64),  # the cells that were not tried yet, two words
        ("open_high", np.int64),
        ("width", np.float32),  # one over the root of the visits
        ("visits", np.int32),
        ("first", np.int32),  # child
        ("next", np.int32),  # child of the same parent
        ("cell", np.int32),
    ]
)


def plain_move(position: Position, simulations: int, seconds: float | None, seed: int) -> Move:
    """The move that plain UCT visits most, after so many simulations or seconds of the process's
    time."""
    board = start_of(position.size)
    sets, near = state_of(position)
    nodes = np.zeros(min(simulations, ROOM) + 2, NODE)
    state = generator(seed)
    start = time.process_time()
    made = 0
    while made < min(simulations, ROOM):
        upto = min(simulations, ROOM) if seconds is None else made + AT_ONCE
        made, move, state = search(board, sets, near, nodes, min(upto, ROOM), state)
        if seconds is not None and time.process_time() - start >= seconds:
            break
    return move_of(position, int(move))


@jit
def search(board: int, sets: Any, near: Any, nodes: Any, upto: int, seed: Any) -> Any:
    """Make simulations until there are `upto`. Returns how many there are, the number of the most
    visited move, and the generator's next state."""
    now, around = sets.copy(), near.copy()
    counts, beside = np.zeros(14, np.int64), np.zeros(28, np.int64)
    room, path = np.zeros(CELLS, np.uint8), np.zeros(DEEPEST, np.int64)
    targets = np.zeros((MOST_SPILLS, MOST_TARGETS), np.int64)
    many, colours, chosen = np.zeros((3, MOST_SPILLS), np.int64)
    if nodes[0].visits == 0:
        nodes[0].open_low, nodes[0].open_high = empty(board, sets)
    while nodes[0].visits < upto:
        now[:] = sets
        around[:] = near
        depth = 0
        is_new = False
        while not is_new:
            depth, is_new, seed = _walk(
                board, now, around, nodes, path, depth, targets, many, colours, chosen, seed
            )
            if depth < 0:
                depth = -depth
                break
        low, high = empty(board, now)
        _, seed = play_out(board, now, around, low, high, seed, room)
        ahead = lead(board, now, around, counts, beside)
        _book(nodes, path, depth, 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5)
    move = _most_visited(board, sets, near, nodes, targets, many, colours, chosen, seed)
    return nodes[0].visits, move, seed


@jit
def _walk(
    board: int,
    sets: Any,
    near: Any,
    nodes: Any,
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
    cell, seed = _untried_placement(
        board, sets, near, nodes, node, targets, many, colours, chosen, seed
    )
    is_new = cell >= 0
    child = _add(nodes, node, cell) if is_new else _best(nodes, node, turn)
    if child == 0:
        return -depth, False, seed
    cell = int(nodes[child].cell)
    sources = spread(board, sets, near, cell, targets, many, colours)
    depth += 1
    path[depth] = child
    spill = 0
    while spill < sources and not is_new:
        node = child
        target, seed = _untried_target(nodes, node, targets, many, sources, chosen, spill, seed)
        is_new = target >= 0
        child = _add(nodes, node, target) if is_new else _best(nodes, node, turn)
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
def _add(nodes: Any, parent: Any, cell: Any) -> Any:
    """A new node; there is one for each simulation, with the number of that."""
    child = np.int64(nodes[0].visits) + 1
    nodes[child].cell = cell
    nodes[child].next = nodes[parent].first
    nodes[parent].first = child
    return child


@inlined
def _best(nodes: Any, parent: Any, turn: Any) -> Any:
    """The child with the highest upper bound for the mover, 0 if there is none."""
    reach = EXPLORATION * math.sqrt(math.log(nodes[parent].visits + 1.0))
    best = np.int64(0)
    best_value = -1.0
    child = np.int64(nodes[parent].first)
    while child:
        mean = nodes[child].total / nodes[child].visits
        value = (1.0 - mean if turn else mean) + reach * nodes[child].width
        if value > best_value:
            best_value = value
            best = child
        child = np.int64(nodes[child].next)
    return best


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
    """A legal placement that was not tried yet, or -1; `chosen` are random spills of it."""
    while nodes[node].open_low | nodes[node].open_high:
        seed = advance(seed)
        cell = _take(nodes, node, seed)
        if np.int64(near[NEAR + cell]) == AROUND[board + cell]:
            continue
        sources = spread(board, sets, near, cell, targets, many, colours)
        fits, seed = _complete(targets, many, sources, 0, chosen, seed)
        if fits:
            return cell, seed
    return np.int64(-1), seed


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
            fits &= not np.any(chosen[:i] == chosen[i])
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
        if not np.any(chosen[:i] == chosen[i]):
            i += 1
    return i == sources, seed


@inlined
def _book(nodes: Any, path: Any, depth: int, value: float) -> None:
    for step in range(depth + 1):
        node = path[step]
        nodes[node].visits += 1
        nodes[node].total += value
        nodes[node].width = 1.0 / math.sqrt(nodes[node].visits)


@jit
def _most_visited(
    board: int,
    sets: Any,
    near: Any,
    nodes: Any,
    targets: Any,
    many: Any,
    colours: Any,
    chosen: Any,
    seed: Any,
) -> Any:
    """The placement visited most, and then the spills; where none was tried, random ones."""
    node = _favourite(nodes, 0)
    cell = int(nodes[node].cell)
    sources = spread(board, sets, near, cell, targets, many, colours)
    known = 0
    while known < sources and nodes[node].first:
        node = _favourite(nodes, node)
        chosen[known] = nodes[node].cell
        known += 1
    _complete(targets, many, sources, known, chosen, seed)
    return pack(cell, sources, chosen, colours)


@jit
def _favourite(nodes: Any, parent: Any) -> Any:
    best = child = np.int64(nodes[parent].first)
    while child:
        if nodes[child].visits > nodes[best].visits:
            best = child
        child = np.int64(nodes[child].next)
    return best
