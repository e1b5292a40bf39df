import pytest

from games.rules import Position, PositionError
from games.rules.board import get_board, members


@pytest.mark.parametrize(("size", "cells"), [(5, 61), (6, 91), (7, 127)])
def test_a_board_has_its_number_of_cells(size, cells):
    assert len(get_board(size).cells) == cells


@pytest.mark.parametrize(
    ("row", "first", "last"), [("a", "a1", "a6"), ("f", "f1", "f11"), ("k", "k6", "k11")]
)
def test_rows_of_side_6_start_and_end_where_the_rules_say(row, first, last):
    cells = [name for name in get_board(6).cells if name[0] == row]
    assert (cells[0], cells[-1]) == (first, last)


def test_a_cell_has_the_six_neighbours_of_the_rules():
    board = get_board(6)
    around = board.names(board.neighbours[board.index["f6"]])
    assert around == ["e5", "e6", "f5", "f7", "g6", "g7"]


def test_neighbours_are_mutual():
    board = get_board(7)
    pairs = {(i, j) for i in range(127) for j in members(board.neighbours[i])}
    assert pairs == {(j, i) for i, j in pairs}


def test_a_corner_has_three_neighbours():
    board = get_board(5)
    assert board.names(board.neighbours[board.index["a1"]]) == ["a2", "b1", "b2"]


def test_the_distance_counts_steps_along_a_line():
    board = get_board(6)
    assert board.distance(board.index["a1"], board.index["f6"]) == 5


def test_cells_on_no_line_have_no_distance():
    board = get_board(6)
    assert board.distance(board.index["a1"], board.index["b3"]) is None


@pytest.mark.parametrize("size", [4, 8, 0, -6])
def test_other_sizes_are_refused(size):
    with pytest.raises(PositionError, match=f"not {size}"):
        Position.start(size)
