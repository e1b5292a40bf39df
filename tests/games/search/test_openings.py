"""The table of first volcanoes, against what was measured."""

import pytest

from games.rules import Position
from games.search.openings import is_even, offers

EVEN = {5: 6, 6: 30 + 24, 7: 36 + 30}


@pytest.mark.parametrize(("size", "cells"), EVEN.items())
def test_so_many_first_volcanoes_are_worth_as_much_to_either_side(size, cells):
    placements = Position.start(size).placements()
    assert sum(is_even(size, cell) for cell in placements) == cells


@pytest.mark.parametrize(
    ("size", "cell", "even"),
    [
        (5, "a1", True),
        (5, "a2", False),
        (5, "e5", False),
        (6, "a1", True),
        (6, "b4", True),
        (6, "c3", False),
        (6, "f6", False),
        (7, "b2", True),
        (7, "c3", False),
    ],
)
def test_the_table_calls_a_cell_even_or_better_for_black(size, cell, even):
    assert is_even(size, cell) == even


@pytest.mark.parametrize(("size", "number"), [(5, 6), (6, 24), (7, 30)])
def test_corners_are_offered_on_the_smallest_board_and_edges_on_the_others(size, number):
    assert len(offers(size)) == number
    assert ("a1" in offers(size)) == (size == 5)
    assert all(is_even(size, cell) for cell in offers(size))
