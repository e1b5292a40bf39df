import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import IllegalMoveError, Move, MoveSyntaxError, Position, Spill
from tests.rules.strategies import positions, unfinished

almost_moves = st.text("abefklm0129:-, BW\n", max_size=30)
texts = st.one_of(st.text(max_size=60), almost_moves, st.from_regex(r"[a-n][0-9]{1,2}(:.*)?"))


def after(*moves, size=6):
    position = Position.start(size)
    for move in moves:
        position = position.play(move)
    return position


@given(unfinished, st.data())
def test_the_text_of_a_move_reads_back_as_the_same_move(position, data):
    move = position.first_move(data.draw(st.sampled_from(position.placements())))
    assert position.parse_move(str(move)) == move


@given(positions, texts)
def test_any_other_text_gives_one_of_two_errors(position, text):
    try:
        move = position.parse_move(text)
    except (MoveSyntaxError, IllegalMoveError):
        return
    assert move in position.moves_for(move.placement)


@given(st.text(max_size=60))
def test_a_text_that_parses_is_written_in_canonical_order(text):
    try:
        move = Move.parse(text)
    except MoveSyntaxError:
        return
    assert sorted(str(move)) == sorted(text)


def test_a_huge_text_is_no_move():
    with pytest.raises(MoveSyntaxError, match="at most 100 characters"):
        Move.parse("d4" * 500_000)


@pytest.mark.parametrize(
    "text", ["", " d4", "d4\n", "D4", "d04", "d0", "d4:", "d4:c3", "d٤", "swap"]
)
def test_a_text_with_anything_more_or_less_is_no_move(text):
    with pytest.raises(MoveSyntaxError) as error:
        Move.parse(text)
    assert error.value.reason == "syntax"


def test_spills_are_read_in_any_order_and_written_in_board_order():
    move = Move.parse("e10:f10-f11,e11-d11,e9-e8")
    assert str(move) == "e10:e9-e8,e11-d11,f10-f11"


def test_a_move_does_not_depend_on_the_order_of_its_spills():
    spills = (Spill("c3", "c2"), Spill("e5", "e7"))
    assert Move("d4", spills) == Move("d4", spills[::-1])


def test_playing_a_move_checks_it():
    with pytest.raises(IllegalMoveError):
        Position.start(6).play(Move("z9"))


def test_a_target_that_another_spill_crosses_is_legal_in_either_order():
    # f6 spills past g6 to h6, and g5 spills on g6.
    position = after("f6", "g5", "a1")
    played = position.play("f5:f6-h6,g5-g6")
    assert played.cells()["h6"] == "bL"
    assert played.cells()["g6"] == "wL"


@pytest.mark.parametrize(
    ("moves", "text", "sentence"),
    [
        (["f6"], "f6", "f6 is taken: it holds a black volcano."),
        (["f6"], "f7", "f6 must spill too, next to f7."),
        (["f6", "g8"], "e5:f6-e7", "e7 is on no straight line from f6."),
        (["f6"], "f7:f6-l6", "'l6' is not a cell of a board of side 6."),
        (["f6", "a1"], "f7:f6-f5,a1-a2", "a1 does not spill: it holds no volcano next to f7."),
        (["f6"], "f7:f6-f5,f6-f4", "f6 spills only once in a turn."),
        (["f6"], "f7:f6-f8", "The way from f6 to f8 is blocked."),
        (["f6"], "f7:f6-f7", "f6 cannot spill on f7: it is taken."),
        (["a1"], "a2:a1-e1", "e1 is 4 cells from a1, whose height is 3: it spills no farther"),
        (["f6", "f8"], "f7:f6-h8,f8-h8", "f6 and f8 both spill on h8"),
    ],
)
def test_the_error_says_what_is_wrong_and_names_the_cells(moves, text, sentence):
    with pytest.raises(IllegalMoveError) as error:
        after(*moves).play(text)
    assert str(error.value).startswith(sentence)
