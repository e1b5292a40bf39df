from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games.rules.spills import choices, count_choices, has_choice

reaches = st.lists(st.integers(0, 2**7 - 1), max_size=5)


def brute_force(sets):
    """The rule itself: one cell of each set, all different."""
    picks = product(*([i for i in range(7) if cells >> i & 1] for cells in sets))
    return [pick for pick in picks if len(set(pick)) == len(pick)]


@given(reaches)
def test_choices_are_counted_without_looking_at_them(sets):
    assert count_choices(sets) == len(brute_force(sets))


@given(reaches)
def test_choices_come_in_board_order(sets):
    assert list(choices(sets)) == brute_force(sets)


@given(reaches)
def test_there_is_a_choice_if_one_can_be_found(sets):
    assert has_choice(sets) == bool(brute_force(sets))
