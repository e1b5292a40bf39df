"""Whether players can be paired completely, on bit masks: bit y of `allowed[x]` says x may meet y.

A greedy matching with one step of repair nearly always shows it; what it leaves over is settled by
Edmonds' search for augmenting paths.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(positions: Iterable[int]) -> int:
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def deficiency(allowed: Sequence[int], vertices: int) -> int:
    """How many vertices of the mask stay unmatched when as many as possible are matched."""
    mate, free = _greedy(allowed, vertices)
    return sum(
        1
        for vertex in bits(free)
        if vertex not in mate and not _augment(allowed, vertices, mate, vertex)
    )


def perfect_matching(allowed: Sequence[int], vertices: int) -> dict[int, int] | None:
    """The partner of each vertex of the mask `vertices`, or None if not all can be matched."""
    if vertices.bit_count() % 2:
        return None
    mate, free = _greedy(allowed, vertices)
    for vertex in bits(free):
        if vertex not in mate and not _augment(allowed, vertices, mate, vertex):
            return None
    return mate


def can_be_completed(allowed: Sequence[int], vertices: int) -> bool:
    return perfect_matching(allowed, vertices) is not None


def _greedy(allowed: Sequence[int], vertices: int) -> tuple[dict[int, int], int]:
    """A maximal matching from the last vertex up, and a mask of all whom it leaves over.

    The mask still has those whom the repair has matched.
    """
    mate: dict[int, int] = {}
    waiting, free = vertices, 0
    while waiting:
        x = waiting.bit_length() - 1
        waiting ^= 1 << x
        choice = allowed[x] & waiting
        if choice:
            y = choice.bit_length() - 1
            waiting ^= 1 << y
            mate[x], mate[y] = y, x
        else:
            free |= 1 << x
    for x in bits(free):
        if x not in mate:
            _repair(allowed, mate, free & ~(1 << x), x)
    return mate, free


def _repair(allowed: Sequence[int], mate: dict[int, int], free: int, x: int) -> None:
    """Match x with one of a pair whose other member may meet somebody left over."""
    for y in bits(allowed[x]):
        z = mate.get(y)
        if z is None:
            continue
        for other in bits(allowed[z] & free):
            if other not in mate:
                mate[x], mate[y], mate[z], mate[other] = y, x, other, z
                return


def _augment(allowed: Sequence[int], vertices: int, mate: dict[int, int], root: int) -> bool:
    """Enlarge the matching by a path that begins at the root; False if there is none."""
    base = {v: v for v in bits(vertices)}
    parent: dict[int, int] = {}
    outer = {root}
    queue = deque([root])
    while queue:
        x = queue.popleft()
        for y in bits(allowed[x] & vertices):
            if base[x] == base[y] or mate.get(x) == y:
                continue
            if y in outer:
                _contract(base, parent, mate, outer, queue, x, y)
            elif y not in parent:
                parent[y] = x
                partner = mate.get(y)
                if partner is None:
                    _turn_over(mate, parent, y)
                    return True
                outer.add(partner)
                queue.append(partner)
    return False


def _turn_over(mate: dict[int, int], parent: dict[int, int], end: int) -> None:
    vertex: int | None = end
    while vertex is not None:
        before = parent[vertex]
        following = mate.get(before)
        mate[vertex], mate[before] = before, vertex
        vertex = following


def _contract(
    base: dict[int, int],
    parent: dict[int, int],
    mate: dict[int, int],
    outer: set[int],
    queue: deque[int],
    x: int,
    y: int,
) -> None:
    """Make one outer vertex of the odd cycle that x-y closes, by giving it one base."""
    stem = _common_base(base, parent, mate, x, y)
    inside: set[int] = set()
    _mark(base, parent, mate, inside, x, stem, y)
    _mark(base, parent, mate, inside, y, stem, x)
    for vertex in base:
        if base[vertex] in inside:
            base[vertex] = stem
            if vertex not in outer:
                outer.add(vertex)
                queue.append(vertex)


def _common_base(
    base: dict[int, int], parent: dict[int, int], mate: dict[int, int], x: int, y: int
) -> int:
    passed = set()
    while True:
        x = base[x]
        passed.add(x)
        if x not in mate:
            break
        x = parent[mate[x]]
    y = base[y]
    while y not in passed:
        y = base[parent[mate[y]]]
    return y


def _mark(
    base: dict[int, int],
    parent: dict[int, int],
    mate: dict[int, int],
    inside: set[int],
    vertex: int,
    stem: int,
    child: int,
) -> None:
    while base[vertex] != stem:
        inside |= {base[vertex], base[mate[vertex]]}
        parent[vertex] = child
        child = mate[vertex]
        vertex = parent[child]
