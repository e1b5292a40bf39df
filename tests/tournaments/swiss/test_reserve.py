"""The reserve says exactly whether everybody who waits can have a partner of the pool."""

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.swiss.reserve import Reserve

CHOOSERS = 6
wishes = st.lists(st.integers(0, 2**8 - 1), min_size=CHOOSERS, max_size=CHOOSERS)
pools = st.integers(0, 2**8 - 1)


def is_possible(wanted: list[int], waiting: range, pool: int) -> bool:
    graph = networkx.Graph(
        (("chooser", x), y) for x in waiting for y in range(8) if wanted[x] & pool & 1 << y
    )
    return len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(waiting)


@settings(max_examples=300)
@given(wishes, st.lists(st.tuples(pools, st.integers(0, CHOOSERS)), min_size=1, max_size=6))
def test_it_stays_right_while_the_pool_and_those_who_wait_change(
    wanted: list[int], steps: list[tuple[int, int]]
) -> None:
    reserve = Reserve()
    for pool, first in steps:
        waiting = range(first, CHOOSERS)
        expected = is_possible(wanted, waiting, pool)
        assert reserve.suffices(waiting, pool, wanted.__getitem__) is expected


def test_nobody_waiting_needs_nobody() -> None:
    assert Reserve().suffices([], 0, lambda x: 0)
