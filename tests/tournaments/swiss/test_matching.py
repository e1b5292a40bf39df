"""The heaviest perfect matching, against trying all and against networkx."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.swiss.matching import heaviest_perfect_matching

Weights = dict[tuple[int, int], int]


def edges_of(count: int, weights: Weights) -> list[list[tuple[int, int]]]:
    edges: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for (x, y), weight in weights.items():
        edges[x].append((y, weight))
        edges[y].append((x, weight))
    return edges


def total(mate: list[int], weights: Weights) -> int:
    return sum(weights[x, y] for x, y in enumerate(mate) if x < y)


def all_matchings(vertices: tuple[int, ...], weights: Weights) -> Iterator[int]:
    if not vertices:
        yield 0
        return
    first, *rest = vertices
    for other in rest:
        if (first, other) in weights:
            left = tuple(vertex for vertex in rest if vertex != other)
            for weight in all_matchings(left, weights):
                yield weight + weights[first, other]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Weights]:
    count = draw(st.sampled_from((0, 2, 4, 6, 8)))
    pairs = list(combinations(range(count), 2))
    size = draw(st.sampled_from((0, 1, 3, 10, 2**200)))
    weight = st.none() | st.integers(-size, size) | st.integers(-size, size)
    drawn = draw(st.lists(weight, min_size=len(pairs), max_size=len(pairs)))
    return count, {
        pair: value for pair, value in zip(pairs, drawn, strict=True) if value is not None
    }


@settings(max_examples=500)
@given(graphs())
def test_no_perfect_matching_is_heavier(graph: tuple[int, Weights]) -> None:
    count, weights = graph
    mate = heaviest_perfect_matching(edges_of(count, weights))
    best = max(all_matchings(tuple(range(count)), weights), default=None)
    assert (None if mate is None else total(mate, weights)) == best


@pytest.mark.parametrize("seed", range(30))
def test_networkx_finds_nothing_heavier_in_larger_graphs(seed: int) -> None:
    chance = Random(seed)
    count, share = chance.choice((20, 30, 50)), chance.choice((0.2, 0.5, 1))
    size = chance.choice((1, 3, 100, 2**300))
    weights = {
        pair: chance.randint(-size, size)
        for pair in combinations(range(count), 2)
        if chance.random() < share
    }
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((x, y, weight) for (x, y), weight in weights.items())
    theirs = networkx.max_weight_matching(graph, maxcardinality=True)
    mate = heaviest_perfect_matching(edges_of(count, weights))
    if len(theirs) * 2 < count:
        assert mate is None
    else:
        assert mate is not None
        assert total(mate, weights) == sum(weights[min(e), max(e)] for e in theirs)


def test_an_odd_number_of_vertices_has_no_perfect_matching() -> None:
    assert heaviest_perfect_matching(edges_of(3, {(0, 1): 1, (1, 2): 1, (0, 2): 1})) is None
