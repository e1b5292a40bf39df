import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import SIZES, Move, Position, Side
from games.rules.board import get_board
from games.rules.symmetry import NUMBERS, Symmetry, canonical, identify, key, symmetries
from tests.rules.strategies import positions, random_game, random_move, seeds, unfinished

FEW = settings(max_examples=25)
any_symmetry = st.integers(0, NUMBERS - 1).map(Symmetry.of)


@pytest.mark.parametrize("size", SIZES)
def test_symmetries_keep_neighbours_and_straight_lines(size):
    board = get_board(size)
    for symmetry in symmetries():
        lay = [board.index[symmetry.cell(board, name)] for name in board.cells]
        assert sorted(lay) == list(range(len(board.cells)))
        for cell, other in [(0, 1), (0, size), (3, 9), (7, 30), (12, 40)]:
            assert board.distance(lay[cell], lay[other]) == board.distance(cell, other)


@pytest.mark.parametrize("size", SIZES)
def test_the_twelve_symmetries_all_differ(size):
    board = get_board(size)
    assert (
        len({tuple(one.cell(board, name) for name in ("a1", "a2")) for one in symmetries()}) == 12
    )


def test_a_turn_moves_each_corner_to_the_next():
    corners, board = ["a1", "f1", "k6", "k11", "f11", "a6"], get_board(6)
    turned = [Symmetry(turns=1).cell(board, corner) for corner in corners]
    assert turned in (corners[1:] + corners[:1], corners[-1:] + corners[:-1])


def test_every_symmetry_has_a_number_of_its_own():
    assert [Symmetry.of(number).number for number in range(NUMBERS)] == list(range(NUMBERS))


@FEW
@given(positions, any_symmetry)
def test_the_inverse_leads_back(position, symmetry):
    assert symmetry.inverse.position(symmetry.position(position)) == position
    assert symmetry.then(symmetry.inverse) == Symmetry()


@FEW
@given(positions, any_symmetry, any_symmetry)
def test_two_symmetries_make_one(position, first, second):
    assert second.position(first.position(position)) == first.then(second).position(position)


@FEW
@given(unfinished, any_symmetry, seeds)
def test_a_move_and_a_symmetry_can_change_places(position, symmetry, seed):
    move = random_move(position, random.Random(seed))
    twin = symmetry.position(position)
    assert twin.play(symmetry.move(position.board, move)) == symmetry.position(position.play(move))


@FEW
@given(positions, any_symmetry)
def test_a_twin_has_as_many_moves_and_the_same_score(position, symmetry):
    twin = symmetry.position(position)
    assert twin.count_moves() == position.count_moves()
    score, result = twin.score(), position.score()
    sides = [side.other if symmetry.exchanged else side for side in Side]
    assert score.decided == result.decided
    assert [getattr(level, side) for level in score.levels for side in sides] == [
        getattr(level, side) for level in result.levels for side in Side
    ]


@pytest.mark.parametrize("seed", range(100))
def test_all_twins_of_a_position_have_its_key(seed):
    game = random_game(SIZES[seed % 3], seed, plies=60)
    position = game[seed % len(game)]
    twins = [Symmetry.of(number).position(position) for number in range(NUMBERS)]
    assert {key(twin) for twin in twins} == {key(position)}
    assert {canonical(twin)[0] for twin in twins} == {canonical(position)[0]}


@FEW
@given(positions)
def test_the_symmetry_leads_to_the_canonical_twin(position):
    twin, symmetry = canonical(position)
    assert symmetry.position(position) == twin
    assert canonical(twin)[0] == twin
    assert identify(position) == (key(twin), symmetry)


def test_positions_that_differ_have_keys_that_differ():
    met = {canonical(position)[0] for seed in range(6) for position in random_game(5, seed)}
    assert len({key(position) for position in met}) == len(met)


def test_the_side_to_move_is_part_of_a_position():
    board = "4B/6/7/8/5B3/8/7/6/5"
    assert key(Position.parse(f"{board} b")) != key(Position.parse(f"{board} w"))


def test_there_is_a_first_placement_for_each_kind_of_cell():
    keys = {key(Position.start(5).play(name)) for name in get_board(5).cells}
    assert len(keys) == 9


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("5/6/7/8/9/8/7/6/5 b", 919979445065618599),
        ("6/7/8/9/10/5B5/10/9/8/7/6 w", -8532282620188585092),
        ("5/6/7/8/9/2W5/2B4/1B4/b1b2 w", -4537236181862107381),
    ],
)
def test_keys_never_change_for_archives_hold_them(text, stored):
    assert key(Position.parse(text)) == stored


def test_a_symmetry_of_a_move_keeps_its_spills_in_board_order():
    move = Move.parse("e5:d4-c3,e6-e8")
    turned = Symmetry(turns=3).move(get_board(5), move)
    assert str(turned) == str(Move.parse(str(turned)))
