from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import IllegalMoveError, Position, PositionError, Side
from games.rules.board import members
from tests.rules.strategies import games, positions, unfinished

EMPTY = "6/7/8/9/10/11/10/9/8/7/6 b"


def test_the_empty_board_has_the_text_of_the_rules():
    assert str(Position.start(6)) == EMPTY


@given(positions)
def test_the_text_of_a_position_reads_back_as_the_same_position(position):
    assert Position.parse(str(position)) == position


@given(positions)
def test_equal_positions_have_equal_hashes(position):
    assert hash(Position.parse(str(position))) == hash(position)


@given(st.one_of(st.text(max_size=80), st.text("BWbw123456789/ ", max_size=80)))
def test_any_other_text_gives_a_position_error(text):
    try:
        position = Position.parse(text)
    except PositionError:
        return
    assert str(position) == text


@given(positions, st.integers(0, 80), st.characters())
def test_a_text_with_one_wrong_character_is_refused_or_means_what_it_says(position, at, char):
    text = str(position)
    changed = text[:at] + char + text[at + 1 :]
    try:
        position = Position.parse(changed)
    except PositionError:
        return
    assert str(position) == changed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (EMPTY + " " * 500, "at most 200 characters"),
        (EMPTY[:-2], "the side to move"),
        (EMPTY.replace("b", "x"), "the side to move"),
        ("6/7/8 b", "9, 11 or 13 rows, not 3"),
        (EMPTY.replace("11", "12"), "Row f has 11 cells, but '12' fills 12"),
        (EMPTY.replace("11", "B9"), "Row f has 11 cells, but 'B9' fills 10"),
        (EMPTY.replace("11", "B9X"), "Row f: 'B9X' may hold only"),
        (EMPTY.replace("11", "011"), "Row f: '011' may hold only"),
    ],
)
def test_a_bad_text_is_refused_with_its_reason(text, sentence):
    with pytest.raises(PositionError, match=sentence):
        Position.parse(text)


def test_a_volcano_without_a_height_is_refused():
    with pytest.raises(PositionError, match="The volcano on a1 has height 0"):
        Position.parse("5/6/7/8/9/8/7/BB4/BB3 b")


@given(positions)
def test_a_height_is_the_number_of_neighbours_without_a_volcano(position):
    cells, board = position.cells(), position.board
    for name, piece in cells.items():
        if piece[1] != "L":
            around = [board.cells[i] for i in members(board.neighbours[board.index[name]])]
            low = [cell for cell in around if cells.get(cell, "bL")[1] == "L"]
            assert int(piece[1]) == len(low) > 0


@given(positions)
def test_there_is_one_lava_piece_for_each_pair_of_adjacent_volcanoes(position):
    around = [
        (position.board.neighbours[cell] & position.volcanoes).bit_count()
        for cell in members(position.volcanoes)
    ]
    assert (position.black_lava | position.white_lava).bit_count() == sum(around) // 2


@given(games)
def test_an_illegal_cell_stays_illegal_to_the_end_of_the_game(game):
    # Each position is read back from its text, so it knows nothing of the ones before it.
    placements = [set(Position.parse(str(position)).placements()) for position in game]
    for before, after in pairwise(placements):
        assert after < before


@given(games)
def test_what_a_position_knows_from_before_does_not_change_its_placements(game):
    for position in game:
        assert position.placements() == Position.parse(str(position)).placements()


@given(unfinished)
def test_placements_do_not_depend_on_the_side_to_move(position):
    other = str(position)[:-1] + position.turn.other.letter
    assert Position.parse(other).placements() == position.placements()


@given(unfinished)
def test_options_hold_the_targets_of_every_placement(position):
    options = position.options()
    assert list(options) == position.placements()
    assert all(options[cell] == position.targets(cell) for cell in options)


@given(unfinished)
def test_the_first_move_of_a_placement_is_the_first_of_its_moves(position):
    placement = position.placements()[0]
    assert position.first_move(placement) == next(position.moves_for(placement))


def test_targets_of_an_illegal_placement_are_refused_with_the_reason():
    with pytest.raises(IllegalMoveError) as error:
        Position.start(6).play("f6").targets("f6")
    assert error.value.reason == "occupied"


def test_height_if_placed_counts_the_cells_around_without_a_volcano():
    assert Position.start(6).play("f6").height_if_placed("f7") == 5


def test_islands_are_listed_for_each_side():
    position = Position.start(5).play("e5").play("e6:e5-e4").play("a1").play("d5:e5-f5,e6-f6")
    assert position.islands(Side.BLACK) == [["e4", "f5"]]
    assert position.islands("white") == [["f6"]]


def test_black_and_white_take_turns():
    position = Position.start(6)
    assert [position.turn, position.play("f6").turn] == ["black", "white"]


@given(games)
def test_random_play_ends_with_no_placement_left(game):
    assert game[-1].is_over
    assert game[-1].placements() == []


def test_a_repr_can_be_evaluated():
    position = Position.start(5).play("e5")
    assert eval(repr(position)) == position  # noqa: S307
