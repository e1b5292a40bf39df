"""The order of candidates of a bracket (section 8 of the rules) as it is written down."""

from collections.abc import Iterator
from itertools import combinations, permutations

from tournaments.swiss.bracket import order_of_rest

Candidate = tuple[tuple[int, int], ...]
# The exchanges of six players, in order: out of S1 / into S1.
EXCHANGES = """
    3/4 3/5 2/4 3/6 2/5 1/4 2/6 1/5 1/6
    23/45 23/46 13/45 23/56 13/46 12/45 13/56 12/46 12/56 123/456
"""


def value(candidate: Candidate, count: int, pairs: int) -> int:
    order, _ = order_of_rest(range(1, count + 1), pairs)
    return sum(order(x, y) for x, y in candidate)


def ordered(first: list[int], second: list[int]) -> Iterator[Candidate]:
    """All transpositions of one exchange, in order."""
    for partners in permutations(sorted(second), len(first)):
        pairs = zip(sorted(first), partners, strict=True)
        yield tuple(sorted((min(pair), max(pair)) for pair in pairs))


def all_in_order(
    exchanges: list[tuple[set[int], set[int]]], count: int, pairs: int
) -> list[Candidate]:
    upper, lower = set(range(1, pairs + 1)), set(range(pairs + 1, count + 1))
    found: list[Candidate] = []
    for out, into in exchanges:
        found += ordered(list(upper - out | into), list(lower - into | out))
    return list(dict.fromkeys(found))


def exchanges_by_rule(count: int, pairs: int) -> list[tuple[set[int], set[int]]]:
    upper, lower = range(1, pairs + 1), range(pairs + 1, count + 1)
    return [
        (set(out), set(into))
        for size in range(pairs + 1)
        for out, into in sorted(
            ((o, i) for o in combinations(upper, size) for i in combinations(lower, size)),
            key=lambda e: (sum(e[1]) - sum(e[0]), [-x for x in reversed(e[0])], e[1]),
        )
    ]


def test_the_exchanges_of_six_are_in_the_published_order() -> None:
    listed = [
        (set(map(int, out)), set(map(int, into)))
        for out, into in (exchange.split("/") for exchange in EXCHANGES.split())
    ]
    assert exchanges_by_rule(6, 3) == [(set(), set()), *listed]


def test_the_first_transpositions_of_six_are_the_published_ones() -> None:
    assert all_in_order([(set(), set())], 6, 3) == [
        ((1, 4), (2, 5), (3, 6)),
        ((1, 4), (2, 6), (3, 5)),
        ((1, 5), (2, 4), (3, 6)),
        ((1, 5), (2, 6), (3, 4)),
        ((1, 6), (2, 4), (3, 5)),
        ((1, 6), (2, 5), (3, 4)),
    ]


def test_candidates_of_six_have_falling_values() -> None:
    candidates = all_in_order(exchanges_by_rule(6, 3), 6, 3)
    values = [value(candidate, 6, 3) for candidate in candidates]
    assert values == sorted(set(values), reverse=True)


def test_candidates_of_seven_with_two_pairs_have_falling_values() -> None:
    candidates = all_in_order(exchanges_by_rule(7, 2), 7, 2)
    values = [value(candidate, 7, 2) for candidate in candidates]
    assert values == sorted(set(values), reverse=True)


def test_the_span_is_larger_than_all_differences() -> None:
    _, span = order_of_rest(range(1, 7), 3)
    candidates = all_in_order(exchanges_by_rule(6, 3), 6, 3)
    values = [value(candidate, 6, 3) for candidate in candidates]
    assert max(values) - min(values) < span
