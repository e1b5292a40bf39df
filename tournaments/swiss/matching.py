"""The heaviest perfect matching of a graph, exact for integer weights of any length.

Edmonds' blossom algorithm in its primal-dual form (J. Edmonds, "Maximum matching and a polyhedron
with 0,1-vertices", 1965), with one alternating tree at a time, as for the assignment problem: a
vertex without partner grows a tree over tight edges, and the duals of the tree move until the tree
reaches another such vertex. Good first duals leave few trees to grow.

An edge x-y is tight when `dual[x] + dual[y]` equals twice its weight; it never is less. While a
tree grows its clock runs: duals of outer vertices fall with it and those of inner vertices rise, so
whatever happens next has a fixed time, and one heap holds all of it. Duals of a growing tree are
kept relative to the clock: outer as dual + clock, inner as dual - clock.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

Edges = Sequence[Sequence[tuple[int, int]]]
FREE, OUTER, INNER = range(3)
BIDS = 5  # a vertex, on average
REACH, CLOSE, OPEN = range(3)  # kinds of happening; at the same time the first comes first


def heaviest_perfect_matching(edges: Edges) -> list[int] | None:
    """The partner of each vertex in a perfect matching of largest weight, or None if there is none.

    `edges[x]` lists (y, weight) of every edge of vertex x; each edge stands in both lists.
    """
    search = _Search(edges)
    for vertex in range(len(edges)):
        if search.mate[vertex] < 0 and not search.grow(vertex):
            return None
    return search.mate


class _Search:
    """Vertices are 0..n-1, blossoms n and above; a node is either. `top` is the outermost node."""

    def __init__(self, edges: Edges) -> None:
        count = len(edges)
        self.edges = [[(y, 2 * weight) for y, weight in own] for own in edges]
        self.mate = [-1] * count
        self.top = list(range(count))
        self.base = list(range(count))
        self.inside = [[vertex] for vertex in range(count)]  # the vertices of a node
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[tuple[int, int]]] = {}  # child i to child i + 1
        self.weight: dict[int, int] = {}  # the dual of a blossom
        self.next_blossom = count
        self.dual = [max((weight for _, weight in own), default=0) for own in edges]
        self.state = [FREE] * count
        self.entry: dict[int, tuple[int, int]] = {}  # how an inner node was reached, from outside
        self.nearest: list[tuple[int, int] | None] = [None] * count
        self._match_by_bids()

    def _match_by_bids(self) -> None:
        """A good start, as by auction: a vertex takes its best partner, even from another vertex,
        and pays so much that its second best is as good; who has lost a partner bids again."""
        mate, dual, waiting = self.mate, self.dual, deque(range(len(self.edges)))
        for _ in range(BIDS * len(self.edges)):
            if not waiting:
                return
            x = waiting.popleft()
            if mate[x] >= 0 or not self.edges[x]:
                continue
            offers = [(double - dual[y], mate[y] < 0, y) for y, double in self.edges[x]]
            best, is_free, y = max(offers)
            second = max((offer for offer in offers if offer[2] != y), default=(best,))[0]
            if not is_free and second == best:
                dual[x] = best
                continue
            dual[x], dual[y] = second, dual[y] + best - second
            if not is_free:
                mate[mate[y]] = -1
                waiting.append(mate[y])
            mate[x], mate[y] = y, x

    # One tree.

    def grow(self, root: int) -> bool:
        """Give the root's node a partner; False if no perfect matching exists."""
        self.clock = 0
        self.heap: list[tuple[int, int, int, int]] = []
        self.members: dict[int, int] = {}  # the nodes of the tree and their states
        self.nearest = [None] * len(self.edges)
        self.near_outer: dict[int, list[tuple[int, int]]] = {}  # (slack, y), the nearest last
        self._enter(self.top[root], OUTER)
        while self.heap:
            self.clock, kind, x, y = heappop(self.heap)
            if kind == REACH:
                x = self._nearest_now(y)
                if x >= 0 and self._reach(x, y):
                    return True
            elif kind == CLOSE:
                self._close(x, y)
            elif self.members.get(x) == INNER and self.weight[x] == 2 * self.clock:
                self._open(x)
        return False

    def _nearest_now(self, y: int) -> int:
        """The outer vertex with a tight edge to y outside the tree, or -1.

        There is none if y has come in, or was inner for a while and its time was put off.
        """
        nearest = self.nearest[y]
        if self.state[y] != FREE or nearest is None:
            return -1
        return nearest[1] if nearest[0] + self.dual[y] == self.clock else -1

    def _reach(self, x: int, y: int) -> bool:
        """Take the tight edge from outer x to y outside the tree; True if it ends the search."""
        node = self.top[y]
        partner = self.mate[self.base[node]]
        if partner < 0:
            self._augment(x, y)
            return True
        self.entry[node] = (x, y)
        self._enter(node, INNER)
        self._enter(self.top[partner], OUTER)
        return False

    def _enter(self, node: int, state: int) -> None:
        """A node from outside the tree becomes outer or inner."""
        self.members[node] = state
        vertices = self.inside[node]
        change = self.clock if state == OUTER else -self.clock
        for vertex in vertices:
            self.dual[vertex] += change
            self.state[vertex] = state
        if node in self.children:
            self.weight[node] -= 2 * change
            if state == INNER:
                heappush(self.heap, (self.weight[node] // 2, OPEN, node, 0))
        if state == OUTER:
            for vertex in vertices:
                self._scan(vertex)

    def _scan(self, x: int) -> None:
        """Note what a new outer vertex is near to."""
        dual, state, nearest, heap = self.dual, self.state, self.nearest, self.heap
        own, outer = dual[x], []
        for y, double in self.edges[x]:
            distance = own - double
            if state[y] == OUTER:
                outer.append((distance + dual[y], y))
                continue
            known = nearest[y]
            if known is None or distance < known[0]:
                nearest[y] = (distance, x)
                if state[y] == FREE:
                    heappush(heap, (distance + dual[y], REACH, x, y))
        outer.sort(reverse=True)
        self.near_outer[x] = outer
        self._note_close(x)

    def _note_close(self, x: int) -> None:
        """Note with which outer vertex of another node x will first have a tight edge."""
        near, top = self.near_outer[x], self.top
        while near and top[near[-1][1]] == top[x]:
            near.pop()
        if near:
            slack, y = near.pop()
            heappush(self.heap, (slack // 2, CLOSE, x, y))

    def _close(self, x: int, y: int) -> None:
        """Take the tight edge between two outer vertices, unless a blossom holds both by now."""
        if self.top[x] != self.top[y]:
            self._shrink(x, y)
        self._note_close(x)

    # Blossoms.

    def _way_up(self, x: int) -> tuple[list[int], list[tuple[int, int]]]:
        """The nodes from the outer vertex x up to the root, and the edges between them."""
        nodes, links = [self.top[x]], []
        while (partner := self.mate[self.base[nodes[-1]]]) >= 0:
            links.append((self.base[nodes[-1]], partner))
            inner = self.top[partner]
            above, below = self.entry[inner]
            links.append((below, above))
            nodes += [inner, self.top[above]]
        return nodes, links

    def _shrink(self, x: int, y: int) -> None:
        """Make one outer blossom of the odd cycle that the edge x-y closes."""
        nodes, links = self._way_up(x)
        others, other_links = self._way_up(y)
        while len(nodes) > 1 and len(others) > 1 and nodes[-2] == others[-2]:
            nodes.pop()
            others.pop()
        links, other_links = links[: len(nodes) - 1], other_links[: len(others) - 1]
        blossom, self.next_blossom = self.next_blossom, self.next_blossom + 1
        self.base.append(self.base[nodes[-1]])
        self.children[blossom] = nodes[::-1] + others[:-1]
        self.links[blossom] = [(b, a) for a, b in reversed(links)] + [(x, y)] + other_links
        self.weight[blossom] = -2 * self.clock
        fresh = [v for child in self.children[blossom] for v in self._freeze(child)]
        self.members[blossom] = OUTER
        self.inside.append([v for child in self.children[blossom] for v in self.inside[child]])
        for vertex in self.inside[blossom]:
            self.top[vertex] = blossom
        for vertex in fresh:
            self.state[vertex] = OUTER
            self.dual[vertex] += 2 * self.clock
        for vertex in fresh:
            self._scan(vertex)

    def _freeze(self, child: int) -> Iterator[int]:
        """A node of the tree becomes part of an outer blossom; yield vertices that were inner."""
        state = self.members.pop(child)
        if child in self.children:
            self.weight[child] += 2 * self.clock if state == OUTER else -2 * self.clock
        if state == INNER:
            yield from self.inside[child]

    def _open(self, blossom: int) -> None:
        """Replace an inner blossom of no weight by its children."""
        children, links = self.children.pop(blossom), self.links.pop(blossom)
        del self.weight[blossom], self.members[blossom]
        for child in children:
            for vertex in self.inside[child]:
                self.top[vertex] = child
        entry = self.entry.pop(blossom)
        at = children.index(self.top[entry[1]])
        if at % 2:  # its partner is the next child
            way = [*range(at, len(children)), 0]
            steps = links[at:]
        else:
            way = list(range(at, -1, -1))
            steps = [(b, a) for a, b in reversed(links[:at])]
        for child in children:
            self._leave(child)
        for place, index in enumerate(way):
            if place % 2 == 0:
                self.entry[children[index]] = steps[place - 1] if place else entry
                self._enter(children[index], INNER)
        for index in way[1::2]:
            self._enter(children[index], OUTER)
        on_way = set(way)
        for index, child in enumerate(children):
            if index not in on_way:
                self._note_reach(child)

    def _leave(self, child: int) -> None:
        for vertex in self.inside[child]:
            self.state[vertex] = FREE
            self.dual[vertex] += self.clock

    def _note_reach(self, node: int) -> None:
        for y in self.inside[node]:
            known = self.nearest[y]
            if known is not None:
                heappush(self.heap, (known[0] + self.dual[y], REACH, known[1], y))

    # The end of a tree.

    def _augment(self, x: int, y: int) -> None:
        """Turn over the path from the root over outer x to y, and bring the duals up to date."""
        self._settle()
        self._rebase(self.top[y], y)
        while True:
            node = self.top[x]
            old = self.mate[self.base[node]]
            self._rebase(node, x)
            self.mate[x], self.mate[y] = y, x
            if old < 0:
                return
            inner = self.top[old]
            x, y = self.entry[inner]
            self._rebase(inner, y)

    def _settle(self) -> None:
        for node, state in self.members.items():
            change = -self.clock if state == OUTER else self.clock
            for vertex in self.inside[node]:
                self.dual[vertex] += change
                self.state[vertex] = FREE
            if node in self.children:
                self.weight[node] -= 2 * change

    def _rebase(self, node: int, vertex: int) -> None:
        """Match the inside of a blossom so that this vertex is the one left over."""
        if self.base[node] == vertex:
            return
        self.base[node] = vertex
        children, links = self.children[node], self.links[node]
        at = next(i for i, child in enumerate(children) if vertex in self.inside[child])
        children[:] = children[at:] + children[:at]
        links[:] = links[at:] + links[:at]
        self._rebase(children[0], vertex)
        for index in range(1, len(children), 2):
            x, y = links[index]
            self._rebase(children[index], x)
            self._rebase(children[index + 1], y)
            self.mate[x], self.mate[y] = y, x
