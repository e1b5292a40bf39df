"""Whether everybody can be paired, on bit masks."""

from itertools import combinations

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.swiss.completion import bits, can_be_completed, deficiency, perfect_matching


@st.composite
def meetings(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    count = draw(st.integers(0, 12))
    pairs = list(combinations(range(count), 2))
    return count, draw(st.lists(st.sampled_from(pairs), max_size=20)) if pairs else []


def masks(count: int, pairs: list[tuple[int, int]]) -> list[int]:
    allowed = [0] * count
    for x, y in pairs:
        allowed[x] |= 1 << y
        allowed[y] |= 1 << x
    return allowed


@settings(max_examples=500)
@given(meetings())
def test_a_perfect_matching_is_found_exactly_if_there_is_one(
    graph: tuple[int, list[tuple[int, int]]],
) -> None:
    count, pairs = graph
    theirs = networkx.max_weight_matching(networkx.Graph(pairs), maxcardinality=True)
    ours = can_be_completed(masks(count, pairs), (1 << count) - 1)
    assert ours == (len(theirs) * 2 == count)


@settings(max_examples=300)
@given(meetings())
def test_the_deficiency_is_what_a_largest_matching_leaves_over(
    graph: tuple[int, list[tuple[int, int]]],
) -> None:
    count, pairs = graph
    theirs = networkx.max_weight_matching(networkx.Graph(pairs), maxcardinality=True)
    assert deficiency(masks(count, pairs), (1 << count) - 1) == count - 2 * len(theirs)


@given(meetings())
def test_only_allowed_pairs_are_made(graph: tuple[int, list[tuple[int, int]]]) -> None:
    count, pairs = graph
    allowed = masks(count, pairs)
    mate = perfect_matching(allowed, (1 << count) - 1) or {}
    assert all(allowed[x] >> y & 1 and mate[y] == x for x, y in mate.items())


def test_vertices_outside_the_mask_do_not_count() -> None:
    assert perfect_matching([0b110, 0b101, 0b011], 0b101) == {0: 2, 2: 0}


def test_bits_are_listed_from_the_lowest() -> None:
    assert list(bits(0b101001)) == [0, 3, 5]
