"""A bracket as one exact weighted matching: the criteria first, then the order of candidates.

The plain method looks at everybody not yet paired, so that completion (C4) and the next bracket
(C8) are part of it. A window on fewer players is faster; whether what it leaves over loses nothing
is for the caller to show.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from .criteria import Bracket, Weights, units
from .matching import heaviest_perfect_matching


class Window(IntEnum):
    """Who is looked at: the bracket, the next score group too, or everybody not yet paired."""

    BRACKET = 1
    NEXT = 2
    EVERYBODY = 3


@dataclass(frozen=True, slots=True)
class Solution:
    """The pairs of a bracket, the higher ranked player first, and who leaves it unpaired.

    `over` are the players of the window, leavers or not, who found no partner in it.
    """

    pairs: tuple[tuple[int, int], ...]
    leavers: tuple[int, ...]
    over: tuple[int, ...]


class Edge(NamedTuple):
    """Two players and the weight by the criteria; y is the number of entrants for the bye.

    A loose edge joins two players who both stay without a partner.
    """

    x: int
    y: int
    weight: int
    is_inside: bool
    is_loose: bool


Order = Callable[[int, int], int]


def solve(bracket: Bracket, window: Window) -> Solution | None:
    """The best pairing that the window shows; None if it has no complete one."""
    view = _View(bracket, window)
    vertices = view.vertices
    risen: list[Edge] = []
    limbo: frozenset[int] = frozenset()
    chosen = view.best(vertices, view.edges(vertices), *order_of_moved(bracket))
    if chosen is None:
        return None
    if bracket.moved:
        risen = [edge for edge in chosen if edge.is_inside and edge.x in view.moved]
        limbo = view.moved - {edge.x for edge in risen}
    pairs = sum(edge.is_inside for edge in chosen) - len(risen)
    if pairs:
        taken = {edge.x for edge in risen} | {edge.y for edge in risen}
        vertices = [i for i in vertices if i not in taken]
        remainder = [i for i in bracket.residents if i not in taken]
        best = view.best(vertices, view.edges(vertices, limbo), *order_of_rest(remainder, pairs))
        if best is None:
            raise AssertionError("The moved-down players were paired in a complete matching.")
        chosen = risen + best
    inside = sorted((edge.x, edge.y) for edge in chosen if edge.is_inside)
    paired = {i for pair in inside for i in pair}
    return Solution(
        tuple(inside),
        tuple(i for i in bracket.members if i not in paired),
        tuple(i for edge in chosen if edge.is_loose for i in (edge.x, edge.y) if i != view.nobody),
    )


class _View:
    """The graph of a window."""

    def __init__(self, bracket: Bracket, window: Window) -> None:
        self.bracket = bracket
        self.allowed = bracket.field.allowed
        self.moved = frozenset(bracket.moved)
        self.residents = frozenset(bracket.residents)
        self.next_group = frozenset(bracket.next_group)
        self.vertices = list(bracket.members)
        if window >= Window.NEXT:
            self.vertices += bracket.next_group
        if window is Window.EVERYBODY:
            self.vertices += bracket.below
        gives_bye = bracket.gives_bye
        self.nobody = bracket.field.bye
        self.is_loose = window is not Window.EVERYBODY and not gives_bye
        self.weights = Weights(bracket, looks_below=window >= Window.NEXT)
        if gives_bye and len(bracket.members) % 2 and self._leaves_one():
            self.weights = Weights(bracket, window >= Window.NEXT, counts_unplayed=True)

    def _leaves_one(self) -> bool:
        """Whether the most pairs leave one player over, who takes the bye: then C9 applies."""
        if len(self.vertices) == len(self.bracket.members):
            return True
        edges = self.edges(self.vertices)
        chosen = self.heaviest(self.vertices, edges, lambda edge: int(edge.is_inside))
        inside = sum(edge.is_inside for edge in chosen or ())
        return len(self.bracket.members) - 2 * inside == 1

    def edges(self, vertices: Sequence[int], limbo: frozenset[int] = frozenset()) -> list[Edge]:
        """All edges among the vertices; moved-down players in limbo are not paired inside."""
        weights, leaves = self.weights, self.weights.leaves
        is_odd = len(vertices) % 2 == 1
        edges = []
        for at, x in enumerate(vertices):
            mask, leave = self.allowed[x], leaves.get(x, 0)
            below = leave + weights.below(x)
            for y in vertices[at + 1 :]:
                is_allowed = mask >> y & 1
                if is_allowed and y in self.residents and x not in limbo:
                    edges.append(Edge(x, y, weights.inside(x, y), True, False))
                elif is_allowed and y in self.next_group:
                    edges.append(Edge(x, y, below, False, False))
                elif is_allowed and y not in leaves:
                    edges.append(Edge(x, y, leave, False, False))
                elif self.is_loose:
                    edges.append(Edge(x, y, leave + leaves.get(y, 0), False, True))
            if is_odd and (self.is_loose or mask >> self.nobody & 1):
                edges.append(Edge(x, self.nobody, weights.bye(x), False, self.is_loose))
        return edges

    def best(
        self, vertices: Sequence[int], edges: list[Edge], order: Order, span: int
    ) -> list[Edge] | None:
        """The best matching by the criteria, then by the order of pairs inside, which is < span."""

        def weight(edge: Edge) -> int:
            value = edge.weight * span
            return value + order(edge.x, edge.y) if edge.is_inside else value

        return self.heaviest(vertices, edges, weight)

    def heaviest(
        self, vertices: Sequence[int], edges: list[Edge], weight: Callable[[Edge], int]
    ) -> list[Edge] | None:
        """The edges of the heaviest perfect matching; an odd number of vertices needs the bye."""
        place = {vertex: i for i, vertex in enumerate(vertices)}
        near: list[list[tuple[int, int]]] = [[] for _ in vertices]
        if len(vertices) % 2:
            place[self.nobody] = len(vertices)
            near.append([])
        for edge in edges:
            x, y, value = place[edge.x], place[edge.y], weight(edge)
            near[x].append((y, value))
            near[y].append((x, value))
        mate = heaviest_perfect_matching(near)
        if mate is None:
            return None
        return [edge for edge in edges if mate[place[edge.x]] == place[edge.y]]


def order_of_moved(bracket: Bracket) -> tuple[Order, int]:
    """Which moved-down players are paired (8.1) and with whom (8.2), as a number and its span."""
    rank = {x: i for i, x in enumerate(bracket.moved)}
    place = {y: j for j, y in enumerate(bracket.residents, start=1)}
    count, base = len(bracket.moved), len(bracket.residents) + 1
    powers: list[int] = [base**digit for digit in range(count + 1)]

    def order(x: int, y: int) -> int:
        if x not in rank:
            return 0
        digit = count - 1 - rank[x]
        return (powers[count] << digit) - place[y] * powers[digit]

    return order, powers[count] << (count + 1)


def order_of_rest(remainder: Sequence[int], pairs: int) -> tuple[Order, int]:
    """The exchanges and transpositions of section 8.3 as a number and its span."""
    count = len(remainder)
    place = {x: i for i, x in enumerate(remainder, start=1)}
    unit = units(
        [
            ("exchanged", count),
            ("sum", count * count),
            ("out", 2 << pairs),
            ("in", 2 << count),
            ("opponents", (count + 1) ** count),
        ]
    )
    span = 2 * unit["exchanged"] * (count + 1)
    powers: list[int] = [(count + 1) ** digit for digit in range(count)]

    def order(x: int, y: int) -> int:
        if x not in place:
            return 0
        first, second = place[x], place[y]
        value = -first * unit["sum"] - second * powers[count - first]
        if first > pairs:
            return value - unit["exchanged"] + (unit["in"] << (count - first))
        return value - (unit["out"] << first)

    return order, span
