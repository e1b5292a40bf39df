"""The tree search (search.md, "What to build"): a tree of complete moves with few children at
first, one table of what final positions have in common, and leaves valued half by a random game
and half by the evaluation.

The tree is a pool of nodes, node 0 the root: records, and beside them the arrays that are read for
all children at once. The children of a node lie side by side in a block that doubles when it is
full; blocks that were left are used again.

The table `seen` has for volcanoes and lava of both colours and each cell how many simulations ended
with that piece there, and the sum of their values for Black. Cells never empty again, so a final
position tells who placed and spilled where, whenever that was.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .bits import lowest
from .board import CELLS, NUMBER, Words
from .cells import empty, member, taken
from .evaluation import FEATURES, SCRATCH, chance
from .playouts import play_out
from .scores import lead
from .state import FIRST_SPILL, SPILL_BITS, TURN, advance, draw, inlined, jit, make

EXPLORATION = 0.05
WIDENING = 10.0
"""A node with n visits has at most this times the root of n + 1 children."""
PROPOSALS = 4
TABLE_TRUST = 20.0
"""Visits after which a child's own results weigh as much as the table's guess."""
SHRINK = 4.0
"""Games at the mean that each entry of the table begins with."""
FRESH = 8
"""After so many visits of a node its children's guesses are made anew, after so many simulations
the table's terms."""
EVALUATION = 0.5
"""The part of a leaf's value that is the evaluation's."""
TOP, FREE = 0, 1
"""In `blocks`: the first node never used, and from `FREE` on, by the binary logarithm of their
size, the first of the blocks that were left; each names the next one as its `first`."""
DEEPEST = 128

NODE = np.dtype(
    [
        ("total", np.float64),  # the sum of values for whoever moved here; at the root for Black
        ("open_low", np.int64),  # the empty cells not known to be illegal, two words
        ("open_high", np.int64),
        ("guess", np.float64),  # what the table says of the move to here, for its mover
        ("visits", np.int32),
        ("first", np.int32),  # of the children
        ("count", np.int32),  # of the children
    ],
    align=True,
)


@dataclass(frozen=True)
class Tree:
    """The arrays of a search. By node: `nodes`, `key` (the number of the move to it), `quality`
    (its value for its mover, mixed with the table's guess), `width` (one over the root of its
    visits). `terms` is how much better than the mean Black did by what `seen` has."""

    nodes: Any
    key: Words
    quality: npt.NDArray[np.float32]
    width: npt.NDArray[np.float32]
    blocks: Words
    seen: npt.NDArray[np.float32]
    terms: npt.NDArray[np.float32]

    @classmethod
    def planted(cls, board: int, sets: Words, room: int) -> "Tree":
        """The tree of one node, with room for so many."""
        tree = cls(
            nodes=np.zeros(room, NODE),
            key=np.zeros(room, np.int64),
            quality=np.zeros(room, np.float32),
            width=np.zeros(room, np.float32),
            blocks=np.zeros(64, np.int64),
            seen=np.zeros((2, 4 * CELLS), np.float32),
            terms=np.zeros(4 * CELLS, np.float32),
        )
        tree.blocks[TOP] = 1
        tree.nodes[0]["open_low"], tree.nodes[0]["open_high"] = empty(board, sets)
        return tree

    @property
    def simulations(self) -> int:
        return int(self.nodes[0]["visits"])

    def choices(self) -> Iterator[tuple[int, int, float]]:
        """The root's moves: number, visits, mean value for the mover. Most visited first, and the
        better ones of those visited as often: with few simulations that is all there is."""
        start, count = int(self.nodes[0]["first"]), int(self.nodes[0]["count"])
        visits, total = self.nodes["visits"], self.nodes["total"]
        found = [
            (int(visits[child]), float(total[child]) / int(visits[child]), int(self.key[child]))
            for child in range(start, start + count)
        ]
        for often, mean, key in sorted(found, key=lambda move: (-move[0], -move[1], move[2])):
            yield key, often, mean

    def simulate(
        self, board: int, sets: Words, near: Any, weights: Any, upto: int, seed: Any
    ) -> Any:
        """Make simulations until there are `upto` in all, or the tree is full; returns the
        generator's next state."""
        arrays = (self.nodes, self.key, self.quality, self.width, self.blocks)
        state = simulate(board, sets, near, weights, *arrays, self.seen, self.terms, upto, seed)
        return np.uint64(state)


@jit
def simulate(
    board: Any,
    sets: Any,
    near: Any,
    weights: Any,
    nodes: Any,
    key: Any,
    quality: Any,
    width: Any,
    blocks: Any,
    seen: Any,
    terms: Any,
    upto: Any,
    seed: Any,
) -> Any:
    """`Tree.simulate` with the arrays one by one: compiled code counts references to what is taken
    out of a tuple."""
    now, around = sets.copy(), near.copy()
    counts, beside = np.zeros(14, np.int64), np.zeros(28, np.int64)
    features, scratch = np.zeros(FEATURES), np.zeros(SCRATCH, np.int64)
    room, path = np.zeros(CELLS, np.uint8), np.zeros(DEEPEST, np.int64)
    while nodes[0].visits < upto and _has_room(blocks[TOP], nodes[0].visits, len(key)):
        now[:] = sets
        around[:] = near
        mean = nodes[0].total / nodes[0].visits if nodes[0].visits else 0.5
        if nodes[0].visits % FRESH == 0:
            _renew(terms, seen, mean, NUMBER[board // CELLS])
        node = np.int64(0)
        depth = 0
        is_new = False
        while not is_new:
            child, is_new, seed = _step(
                board, now, around, node, nodes, key, quality, width, blocks, terms, mean, seed
            )
            if child < 0:
                break
            make(board, now, around, key[child])
            depth += 1
            path[depth] = child
            if is_new:
                _open_cells(nodes, node, child, now)
            node = child
        value = 0.0
        plies = 0
        if is_new:
            value = EVALUATION * chance(board, now, around, weights, features, scratch)
            low = nodes[node].open_low
            high = nodes[node].open_high
            plies, seed = play_out(board, now, around, low, high, seed, room)
        ahead = lead(board, now, around, counts, beside)
        result = 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5
        value = value + (1.0 - EVALUATION) * result if plies else result
        _note(seen, now, sets, value)
        _give_back(nodes, quality, width, path, depth, np.int64(near[TURN]), value)
    return seed


@inlined
def _has_room(top: Any, visits: Any, room: Any) -> Any:
    """Whether the largest block that a simulation can need fits in."""
    return top + 4 * WIDENING * math.sqrt(visits + 1.0) + CELLS < room


@inlined
def _step(
    board: Any,
    sets: Any,
    near: Any,
    node: Any,
    nodes: Any,
    key: Any,
    quality: Any,
    width: Any,
    blocks: Any,
    terms: Any,
    mean: Any,
    seed: Any,
) -> Any:
    """The child that a simulation goes to, -1 at the end of the game; whether it is a new one; and
    the generator's next state."""
    visits = nodes[node].visits
    count = np.int64(nodes[node].count)
    turn = np.int64(near[TURN])
    if count < WIDENING * math.sqrt(visits + 1.0):
        move, seed = _propose(board, sets, near, node, nodes, terms, mean, seed)
        if move >= 0 and _is_new(key, nodes[node].first, count, move):
            child = _add(nodes, key, quality, width, blocks, node, move)
            nodes[child].guess = _guess(move, turn, mean, terms)
            return child, True, seed
    if count == 0:
        return np.int64(-1), False, seed
    start = np.int64(nodes[node].first)
    if visits % FRESH == 0:
        _refresh(nodes, key, quality, start, count, turn, mean, terms)
    return _choose(quality, width, start, count, visits), False, seed


@inlined
def _propose(
    board: Any, sets: Any, near: Any, node: Any, nodes: Any, terms: Any, mean: Any, seed: Any
) -> Any:
    """The most promising of a few random moves, -1 if there is none. Cells that turn out illegal
    are closed for good."""
    low = nodes[node].open_low
    high = nodes[node].open_high
    turn = np.int64(near[TURN])
    best = np.int64(-1)
    best_guess = -1.0
    found = 0
    while found < PROPOSALS and (low | high):
        seed = advance(seed)
        cell = member(low, high, seed)
        move, seed = draw(board, sets, near, cell, seed)
        if move < 0:
            if cell < 64:
                low &= ~(np.int64(1) << cell)
            else:
                high &= ~(np.int64(1) << (cell - 64))
            continue
        found += 1
        promise = _guess(move, turn, mean, terms)
        if promise > best_guess:
            best_guess = promise
            best = move
    nodes[node].open_low = low
    nodes[node].open_high = high
    return best, seed


@inlined
def _guess(move: Any, turn: Any, mean: Any, terms: Any) -> Any:
    """What the table says of a move, for the mover."""
    value = mean + terms[(move & 127) + CELLS * turn]
    left = move >> FIRST_SPILL
    for _ in range((move >> 7) & 7):
        value += terms[2 * CELLS + (left & 127) + CELLS * ((left >> 7) & 1)]
        left >>= SPILL_BITS
    value = min(1.0, max(0.0, value))
    return 1.0 - value if turn else value


@inlined
def _is_new(key: Any, start: Any, count: Any, move: Any) -> Any:
    for child in range(start, start + count):  # noqa: SIM110  compiled: no generators
        if key[child] == move:
            return False
    return True


@inlined
def _add(nodes: Any, key: Any, quality: Any, width: Any, blocks: Any, node: Any, move: Any) -> Any:
    """A new child, at the end of its parent's block or of a new one of twice the size."""
    count = np.int64(nodes[node].count)
    if count == 0:
        nodes[node].first = _take_block(nodes, blocks, 1)
    elif count > 1 and count & (count - 1) == 0:
        old = np.int64(nodes[node].first)
        start = _take_block(nodes, blocks, lowest(count) + 1)
        for i in range(count):
            nodes[start + i] = nodes[old + i]
            key[start + i] = key[old + i]
            quality[start + i] = quality[old + i]
            width[start + i] = width[old + i]
        nodes[old].first = blocks[FREE + lowest(count)]
        blocks[FREE + lowest(count)] = old
        nodes[node].first = start
    child = np.int64(nodes[node].first) + count
    nodes[node].count = count + 1
    key[child] = move
    nodes[child].visits = 0
    nodes[child].total = 0.0
    nodes[child].first = 0
    nodes[child].count = 0
    return child


@inlined
def _take_block(nodes: Any, blocks: Any, logarithm: Any) -> Any:
    """The first node of a block with place for two to the power of `logarithm`."""
    start = blocks[FREE + logarithm]
    if start:
        blocks[FREE + logarithm] = nodes[start].first
    else:
        start = blocks[TOP]
        blocks[TOP] += np.int64(1) << logarithm
    return start


@inlined
def _open_cells(nodes: Any, parent: Any, child: Any, sets: Any) -> None:
    nodes[child].open_low = nodes[parent].open_low & ~taken(sets, 0)
    nodes[child].open_high = nodes[parent].open_high & ~taken(sets, 1)


@inlined
def _refresh(
    nodes: Any,
    key: Any,
    quality: Any,
    start: Any,
    count: Any,
    turn: Any,
    mean: Any,
    terms: Any,
) -> None:
    for child in range(start, start + count):
        nodes[child].guess = _guess(key[child], turn, mean, terms)
        quality[child] = _mixed(nodes, child)


@inlined
def _mixed(nodes: Any, child: Any) -> Any:
    visits = nodes[child].visits
    trust = TABLE_TRUST / (TABLE_TRUST + visits)
    return (1.0 - trust) * nodes[child].total / visits + trust * nodes[child].guess


@inlined
def _choose(quality: Any, width: Any, start: Any, count: Any, visits: Any) -> Any:
    """The child with the highest upper bound."""
    reach = np.float32(EXPLORATION * math.sqrt(math.log(visits + 1.0)))
    best = start
    best_value = quality[start] + reach * width[start]
    for child in range(start + 1, start + count):
        value = quality[child] + reach * width[child]
        if value > best_value:
            best_value = value
            best = child
    return best


@inlined
def _renew(terms: Any, seen: Any, mean: Any, cells: Any) -> None:
    for kind in range(4):
        for at in range(kind * CELLS, kind * CELLS + cells):
            terms[at] = (seen[1, at] + SHRINK * mean) / (seen[0, at] + SHRINK) - mean


@inlined
def _note(seen: Any, sets: Any, before: Any, value: Any) -> None:
    """Enter a final position, without what stood there before the search."""
    for half in range(8):
        word = sets[half] & ~before[half]
        base = (half >> 1) * CELLS + 64 * (half & 1)
        while word:
            at = base + lowest(word)
            word &= word - 1
            seen[0, at] += 1.0
            seen[1, at] += value


@inlined
def _give_back(
    nodes: Any, quality: Any, width: Any, path: Any, depth: Any, turn: Any, value: Any
) -> None:
    """Book a value for Black on the way to the root, whose mover is `turn`."""
    nodes[0].visits += 1
    nodes[0].total += value
    for step in range(1, depth + 1):
        node = path[step]
        is_white = turn ^ ((step - 1) & 1)
        nodes[node].visits += 1
        nodes[node].total += 1.0 - value if is_white else value
        quality[node] = _mixed(nodes, node)
        width[node] = 1.0 / math.sqrt(nodes[node].visits)
