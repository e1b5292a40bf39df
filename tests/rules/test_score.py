from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import SIZES, Position
from games.rules.board import cell_set, get_board, members
from tests.rules.strategies import positions

SWAPPED = {"black": "white", "white": "black", "draw": "draw"}


def swap_colours(position):
    black, white, black_lava, white_lava = position.sets
    return Position(position.board, position.turn.other, white, black, white_lava, black_lava)


@cache
def symmetries(size):
    """The 12 symmetries of a board, each as the image of every cell."""
    board = get_board(size)
    at = {axes: cell for cell, axes in enumerate(board.axes)}
    found = []
    for mirrored in (False, True):
        for turns in range(6):
            image = []
            for row, number in board.axes:
                y, x = row - size + 1, number - size
                for _ in range(turns):
                    y, x = x, x - y
                if mirrored:
                    y, x = x, y
                image.append(at[y + size - 1, x + size])
            found.append(image)
    return found


def transform(position, image):
    sets = [cell_set([image[cell] for cell in members(cells)]) for cells in position.sets]
    return Position(position.board, position.turn, *sets)


@pytest.mark.parametrize("size", SIZES)
def test_the_12_symmetries_differ(size):
    assert len(set(map(tuple, symmetries(size)))) == 12


@given(positions)
def test_swapping_the_colours_swaps_the_scores(position):
    score, swapped = position.score(), swap_colours(position).score()
    assert [level[:1] + level[3:] + level[1:3] for level in score.levels] == list(swapped.levels)
    assert swapped.result == SWAPPED[score.result]


@given(positions, st.integers(0, 11))
def test_a_symmetry_of_the_board_does_not_change_the_score(position, number):
    assert transform(position, symmetries(position.size)[number]).score() == position.score()


@given(positions, st.integers(0, 11))
def test_a_symmetry_of_the_board_carries_placements_along(position, number):
    image = symmetries(position.size)[number]
    board = position.board
    expected = [board.cells[image[board.index[cell]]] for cell in position.placements()]
    assert transform(position, image).placements() == sorted(expected)


@given(positions)
def test_the_side_to_move_does_not_change_the_score(position):
    assert replace(position, turn=position.turn.other).score() == position.score()


@given(positions)
def test_the_lowest_common_height_with_different_scores_decides(position):
    score = position.score()
    differing = [
        height
        for height in score.common
        if score.levels[height - 1].black != score.levels[height - 1].white
    ]
    assert score.decided == min(differing, default=None)


def test_the_empty_board_is_a_draw_at_no_height():
    score = Position.start(6).score()
    assert (score.common, score.decided, score.result) == ((), None, "draw")


def test_an_island_counts_once_at_a_height_and_again_at_another():
    # The black island c3-c4-c5 touches the volcanoes on b3 and b4, and the one on d5.
    position = Position.parse("5/6/7/8/9/4B3/2bbb2/2BB2/5 b")
    assert position.cells()["b3"] == position.cells()["b4"] == "b5"
    assert position.cells()["d5"] == "b6"
    assert [level.black for level in position.score().levels[4:]] == [5, 4]


def test_lava_of_the_other_side_does_not_count():
    position = Position.parse("5/6/7/8/9/8/2www2/2B3/5 b")
    assert [level.black for level in position.score().levels] == [0, 0, 0, 0, 0, 1]
