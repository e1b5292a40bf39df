import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import IllegalMoveError, Position, partial_turn
from tests.rules.strategies import positions, unfinished

# A placement on i8 makes h8 and i9 spill, and i9 reaches h9 alone.
CORNER = Position.parse("4B/4W1/6b/8/9/8/7/6/5 b")


def play(*moves, size=6):
    position = Position.start(size)
    for move in moves:
        position = position.play(move)
    return position


def test_a_placement_without_neighbours_is_a_full_move():
    assert str(partial_turn(Position.start(6), "f6").move) == "f6"


def test_a_turn_knows_which_volcanoes_still_owe_a_spill():
    turn = partial_turn(play("f6", "g8"), "f7", {"f6": "f5"})
    assert list(turn.owing) == ["g8"]
    assert turn.move is None


def test_a_taken_target_is_no_longer_offered():
    position = play("f6", "f8")
    assert "h8" in partial_turn(position, "f7").owing["f8"]
    assert "h8" not in partial_turn(position, "f7", {"f6": "h8"}).owing["f8"]


def test_a_volcano_with_one_target_left_spills_by_itself():
    turn = partial_turn(CORNER, "i8")
    assert turn.forced == {"i9": "h9"}
    assert list(turn.owing) == ["h8"]


def test_a_target_that_another_volcano_needs_is_not_offered():
    assert "h9" in CORNER.targets("i8")["h8"]
    assert "h9" not in partial_turn(CORNER, "i8").owing["h8"]


def test_a_spill_that_leaves_another_volcano_stuck_is_refused():
    with pytest.raises(IllegalMoveError) as error:
        partial_turn(CORNER, "i8", {"h8": "h9"})
    assert error.value.reason == "nospill"


def test_the_preview_shows_the_new_volcano_and_the_spills_made_so_far():
    preview = partial_turn(play("f6", "g8"), "f7", {"f6": "f5"}).preview
    assert preview == {"f6": "b5", "g8": "w6", "f7": "b4", "f5": "bL"}


def test_an_illegal_placement_is_refused():
    with pytest.raises(IllegalMoveError, match="f6 is taken"):
        partial_turn(play("f6"), "f6")


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"a1": "a2"}, "extra"),
        ({"f6": "z9"}, "offboard"),
        ({"f6": "e4"}, "notline"),
        ({"f6": "f8"}, "blocked"),
        ({"f6": "h8", "f8": "h8"}, "sametarget"),
    ],
)
def test_a_spill_that_no_move_has_is_refused_with_its_reason(chosen, reason):
    with pytest.raises(IllegalMoveError) as error:
        partial_turn(play("f6", "f8"), "f7", chosen)
    assert error.value.reason == reason


@given(unfinished, st.data())
def test_a_turn_offers_just_the_targets_of_the_moves_that_fit_it(position, data):
    placement = data.draw(st.sampled_from(position.placements()))
    moves = [dict(move.spills) for move in position.moves_for(placement)]
    whole = data.draw(st.sampled_from(moves))
    chosen = {
        source: whole[source]
        for source in data.draw(st.sets(st.sampled_from([*whole, ""])))
        if source
    }
    turn = partial_turn(position, placement, chosen)
    fitting = [move for move in moves if chosen.items() <= move.items()]
    for source in whole.keys() - chosen.keys():
        offered = turn.owing.get(source) or [turn.forced[source]]
        assert offered == sorted({move[source] for move in fitting})


@given(unfinished, st.data())
def test_the_preview_of_a_full_turn_is_the_position_after_the_move(position, data):
    move = position.first_move(data.draw(st.sampled_from(position.placements())))
    turn = partial_turn(position, move.placement, dict(move.spills))
    assert turn.move == move
    assert turn.preview == position.play(move).cells()


@given(positions, st.data())
def test_taking_any_offered_target_each_time_leads_to_a_full_move(position, data):
    for placement in position.placements()[:3]:
        chosen = {}
        while owing := partial_turn(position, placement, chosen).owing:
            source = data.draw(st.sampled_from(sorted(owing)))
            chosen[source] = data.draw(st.sampled_from(owing[source]))
        assert position.play(partial_turn(position, placement, chosen).move)
