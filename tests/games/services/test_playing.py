from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import GameStatus, Termination
from games.rules import Position
from games.services import errors
from sumendi_site.live.models import LiveEvent
from tests.games.factories import make_game, some_moves


def play(game, player, ply, text):
    played = services.play(game.pk, player, ply, text)
    game.refresh_from_db()
    return played


def unchanged(game):
    before = (game.ply_count, game.position, game.to_move_id, game.deadline, game.status)
    game.refresh_from_db()
    return before == (game.ply_count, game.position, game.to_move_id, game.deadline, game.status)


def test_a_move_changes_the_position(game, amaia):
    play(game, amaia, 1, "e5")
    assert game.position == str(Position.start(5).play("e5"))


def test_a_move_is_stored_as_a_ply_of_its_player(game, amaia):
    move = play(game, amaia, 1, "e5").move
    assert (move.ply, move.player, move.text) == (1, amaia, "e5")


def test_after_the_first_placement_the_second_player_chooses(game, amaia, unai):
    play(game, amaia, 1, "e5")
    assert game.awaits_side_choice
    assert game.to_move == unai


def test_swap_gives_the_second_player_black_and_the_first_player_the_move(game, amaia, unai):
    play(game, amaia, 1, "e5")
    play(game, unai, 2, "swap")
    assert (game.black, game.white, game.to_move) == (unai, amaia, amaia)


def test_keep_gives_the_second_player_white_and_the_move(game, amaia, unai):
    play(game, amaia, 1, "e5")
    play(game, unai, 2, "keep")
    assert (game.black, game.white, game.to_move) == (amaia, unai, unai)


def test_the_side_choice_leaves_the_stones_alone(game, amaia, unai):
    play(game, amaia, 1, "e5")
    before = game.position
    play(game, unai, 2, "swap")
    assert game.position == before


def test_the_turn_alternates_after_the_side_choice(game, amaia, unai):
    for ply, (player, text) in enumerate(
        [(amaia, "e5"), (unai, "swap"), (amaia, "a1"), (unai, "a5")], start=1
    ):
        play(game, player, ply, text)
    assert game.to_move == amaia


def test_spills_are_stored_in_canonical_order(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep", "e7", "i5"])
    play(game, unai, 5, "e6:e7-e8,e5-e4")
    assert game.moves.get(ply=5).text == "e6:e5-e4,e7-e8"


@pytest.mark.parametrize("text", ["", "e", "z9!", "E5", "e5:", "swap", "e5" * 5000, "e5\x00", "é5"])
def test_a_text_that_is_no_move_is_refused(game, amaia, text):
    with pytest.raises(errors.BadMoveText):
        services.play(game.pk, amaia, 1, text)
    assert unchanged(game)


def test_an_illegal_move_is_refused_with_the_reason_of_the_rules(game, amaia):
    with pytest.raises(errors.NotALegalMove) as refusal:
        services.play(game.pk, amaia, 1, "a9")
    assert refusal.value.reason == "offboard"
    assert unchanged(game)


@pytest.mark.parametrize("text", ["a1", "SWAP", "", "swap "])
def test_at_the_side_choice_only_swap_or_keep_are_taken(amaia, unai, text):
    game = make_game(amaia, unai, ["e5"])
    with pytest.raises(errors.BadMoveText) as refusal:
        services.play(game.pk, unai, 2, text)
    assert refusal.value.reason == "side_choice"
    assert unchanged(game)


def test_the_opponent_cannot_move_out_of_turn(game, unai):
    with pytest.raises(errors.NotYourTurn):
        services.play(game.pk, unai, 1, "e5")
    assert unchanged(game)


def test_the_first_player_cannot_choose_the_side(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    with pytest.raises(errors.NotYourTurn):
        services.play(game.pk, amaia, 2, "swap")


def test_a_stranger_cannot_move(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.play(game.pk, stranger, 1, "e5")
    assert unchanged(game)


def test_a_game_that_does_not_exist_is_said_to_be_missing(amaia):
    with pytest.raises(errors.GameNotFound):
        services.play(999_999, amaia, 1, "e5")


@pytest.mark.parametrize("ply", [0, -1, 3, 40, 2**40])
def test_a_ply_that_is_not_the_next_one_is_refused(game, amaia, ply):
    with pytest.raises(errors.WrongPly):
        services.play(game.pk, amaia, ply, "e5")
    assert unchanged(game)


def test_the_same_move_again_gives_the_same_answer(game, amaia):
    first = play(game, amaia, 1, "e5")
    again = play(game, amaia, 1, "e5")
    assert again.repeated
    assert again.move == first.move
    assert game.ply_count == 1


def test_the_same_move_again_counts_when_its_spills_come_in_another_order(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep", "e7", "i5"])
    play(game, unai, 5, "e6:e5-e4,e7-e8")
    assert play(game, unai, 5, "e6:e7-e8,e5-e4").repeated


def test_another_move_for_a_played_ply_is_a_conflict(game, amaia):
    play(game, amaia, 1, "e5")
    with pytest.raises(errors.PlyTaken) as refusal:
        services.play(game.pk, amaia, 1, "e6")
    assert "e5" in refusal.value.message


def test_the_opponents_move_for_a_played_ply_is_a_conflict(game, amaia, unai):
    play(game, amaia, 1, "e5")
    with pytest.raises(errors.PlyTaken):
        services.play(game.pk, unai, 1, "e5")


def test_a_finished_game_takes_no_move(game, amaia, unai):
    services.resign(game.pk, unai)
    with pytest.raises(errors.GameOver):
        services.play(game.pk, amaia, 1, "e5")


def test_the_deadline_moves_with_the_turn(game, amaia):
    before = timezone.now()
    play(game, amaia, 1, "e5")
    assert timedelta(days=3) <= game.deadline - before < timedelta(days=3, minutes=1)


def test_the_time_used_is_taken_from_the_bank(amaia, unai):
    started = timezone.now() - timedelta(days=2)
    game = make_game(amaia, unai, time_control="7d+1d", turn_started=started)
    play(game, amaia, 1, "e5")
    assert game.first_bank == pytest.approx(6 * 86_400, abs=60)
    assert game.second_bank == 7 * 86_400


def test_the_increment_of_a_quick_move_is_lost_at_the_cap(amaia, unai):
    game = make_game(amaia, unai, time_control="7d+1d/7d")
    play(game, amaia, 1, "e5")
    assert game.first_bank == 7 * 86_400


def test_a_bank_below_its_cap_gets_the_increment(amaia, unai):
    started = timezone.now() - timedelta(hours=12)
    game = make_game(amaia, unai, time_control="7d+1d/8d", turn_started=started)
    play(game, amaia, 1, "e5")
    assert game.first_bank == pytest.approx(7.5 * 86_400, abs=60)


def test_the_time_used_is_stored_with_the_move(amaia, unai):
    game = make_game(amaia, unai, turn_started=timezone.now() - timedelta(hours=1))
    assert play(game, amaia, 1, "e5").move.seconds == pytest.approx(3600, abs=60)


def test_a_move_after_the_deadline_flags_the_game_there_and_then(amaia, unai):
    game = make_game(amaia, unai, deadline=timezone.now() - timedelta(seconds=1))
    with pytest.raises(errors.TooLate):
        services.play(game.pk, amaia, 1, "e5")
    game.refresh_from_db()
    assert (game.status, game.termination, game.winner) == (
        GameStatus.FINISHED,
        Termination.TIMEOUT,
        unai,
    )


def test_a_move_takes_a_draw_offer_off_the_table(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    services.offer_draw(game.pk, amaia, 2)
    play(game, unai, 3, "a1")
    assert game.draw_offer_by is None


def test_the_last_placement_stops_the_clocks_and_waits_for_the_score(amaia, unai):
    game = make_game(amaia, unai, some_moves(200))
    assert (game.status, game.to_move, game.deadline) == (GameStatus.SCORING, None, None)


def test_a_move_is_announced_to_those_who_watch_the_game(game, amaia):
    play(game, amaia, 1, "e5")
    event = LiveEvent.objects.get(topic=f"game:{game.pk}")
    assert (event.kind, event.data) == ("move", {"ply": 1, "text": "e5", "player": "amaia"})


def test_whose_turn_it_is_now_is_told_so(game, amaia, unai):
    play(game, amaia, 1, "e5")
    event = LiveEvent.objects.get(topic=f"player:{unai.pk}", kind="your_turn")
    assert event.data == {"game": game.pk, "ply": 2}


def test_the_opponent_is_told_the_move(game, amaia, unai):
    play(game, amaia, 1, "e5")
    event = LiveEvent.objects.get(kind="opponent_moved")
    assert event.topic == f"player:{unai.pk}"
    assert event.data == {"game": game.pk, "ply": 1, "move": "e5"}


def test_the_opponent_is_told_the_last_move_too(amaia, unai):
    game = make_game(amaia, unai, some_moves(200))
    told = LiveEvent.objects.filter(kind="opponent_moved").order_by("id").last()
    last = game.moves.last()
    assert told.topic == f"player:{game.opponent_of(last.player).pk}"
    assert told.data == {"game": game.pk, "ply": last.ply, "move": last.text}


def test_a_repeated_move_is_not_announced_again(game, amaia):
    play(game, amaia, 1, "e5")
    play(game, amaia, 1, "e5")
    assert LiveEvent.objects.filter(kind="move").count() == 1
