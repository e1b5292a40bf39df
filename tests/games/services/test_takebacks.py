from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.consistency import contradictions
from games.models import Conditions, Game, Move, RetractedMove
from games.services import errors, house_games, takebacks
from ratings.services.facts import facts_of
from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from sumendi_site.notices.models import Notice
from tests.games.factories import make_bot, make_game, make_user, some_moves
from tests.games.prepared import prepare

MOVES = some_moves(5)


@pytest.fixture
def game(amaia, unai):
    """After five plies: unai, who is White, made the third and the fifth; amaia is to move."""
    return make_game(amaia, unai, MOVES)


def state(game):
    game.refresh_from_db()
    return game.ply_count, game.to_move.username, game.position


def test_an_agreed_takeback_leaves_the_game_before_the_ply(game, amaia, unai):
    before = make_game(amaia, unai, MOVES[:4])
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    assert state(game) == state(before)
    assert not list(contradictions())


def test_a_reply_is_taken_back_along_with_the_ply(game, amaia, unai):
    services.ask_takeback(game.pk, amaia, 5)
    services.accept_takeback(game.pk, unai, 5)
    assert state(game)[:2] == (3, "amaia")


def test_a_side_choice_can_be_taken_back(amaia, unai):
    game = make_game(amaia, unai, ["e5", "swap"])
    services.ask_takeback(game.pk, unai, 2)
    game = services.accept_takeback(game.pk, amaia, 2)
    assert (game.ply_count, game.swapped, game.awaits_side_choice) == (1, None, True)


def test_plies_that_were_taken_back_stay_as_rows(game, amaia, unai):
    played = list(game.moves.filter(ply__gte=4).values_list("ply", "player", "text", "made"))
    services.ask_takeback(game.pk, amaia, 5)
    services.accept_takeback(game.pk, unai, 5)
    rows = RetractedMove.objects.filter(asked_by=amaia, number=1)
    assert list(rows.values_list("ply", "player", "text", "made")) == played
    assert not Move.objects.filter(game=game, ply__gte=4).exists()


def test_a_takeback_forgets_what_both_have_prepared(game, amaia, unai):
    for player in (amaia, unai):
        prepare(game, player, some_moves(6)[5:])
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    kept = Conditions.objects.values_list("tree__children", "version", "from_ply")
    assert list(kept) == [([], 2, 4)] * 2


def test_a_ply_that_was_made_by_condition_is_remembered_as_such(game, amaia, unai):
    game.moves.filter(ply=5).update(by_condition=True)
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    assert RetractedMove.objects.get().by_condition


def test_the_turn_begins_anew_with_the_bank_as_it_was(amaia, unai):
    game = make_game(amaia, unai, MOVES[:4], time_control="7d+1d")
    banks = game.first_bank, game.second_bank
    Game.objects.filter(pk=game.pk).update(turn_started=timezone.now() - timedelta(days=3))
    services.play(game.pk, unai, 5, MOVES[4])
    services.give_day(game.pk, unai, 5)
    services.ask_takeback(game.pk, unai, 5)
    game = services.accept_takeback(game.pk, amaia, 5)
    assert (game.first_bank, game.second_bank) == (banks[0] + 86_400, banks[1])
    assert game.deadline - game.turn_started == timedelta(seconds=game.second_bank)
    assert timezone.now() - game.turn_started < timedelta(minutes=1)


def test_a_rated_game_has_no_takebacks(amaia, unai):
    game = make_game(amaia, unai, MOVES, rated=True)
    with pytest.raises(errors.TakebackRefused, match="casual"):
        services.ask_takeback(game.pk, unai, 5)


def test_a_game_of_an_event_has_no_takebacks(amaia, unai):
    game = make_game(amaia, unai, MOVES, event_label="Spring Open")
    with pytest.raises(errors.TakebackRefused, match="casual"):
        services.ask_takeback(game.pk, unai, 5)


def test_who_has_not_moved_has_nothing_to_take_back(amaia, unai):
    game = make_game(amaia, unai, MOVES[:1])
    with pytest.raises(errors.TakebackRefused, match="no move yet"):
        services.ask_takeback(game.pk, unai, 1)


def test_the_next_ply_ends_the_request(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.play(game.pk, amaia, 6, some_moves(6)[5])
    with pytest.raises(errors.WrongPly):
        services.accept_takeback(game.pk, amaia, 5)
    with pytest.raises(errors.NoTakeback):
        services.accept_takeback(game.pk, amaia, 6)


def test_a_declined_takeback_is_not_asked_for_again_at_once(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.decline_takeback(game.pk, amaia, 5)
    with pytest.raises(errors.TakebackRefused, match="declined"):
        services.ask_takeback(game.pk, unai, 5)


def test_asking_twice_asks_once(game, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.ask_takeback(game.pk, unai, 5)
    assert Notice.objects.filter(kind="takeback").count() == 1


def test_of_two_requests_the_first_is_answered_first(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    with pytest.raises(errors.TakebackRefused, match="asked for already"):
        services.ask_takeback(game.pk, amaia, 5)


def test_agreeing_twice_takes_back_once(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    assert services.accept_takeback(game.pk, amaia, 5).ply_count == 4
    assert RetractedMove.objects.count() == 1


def test_nobody_agrees_to_an_own_request(game, unai):
    services.ask_takeback(game.pk, unai, 5)
    with pytest.raises(errors.NoTakeback):
        services.accept_takeback(game.pk, unai, 5)


def test_a_stranger_takes_nothing_back(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.ask_takeback(game.pk, stranger, 5)


def test_a_move_that_was_meant_for_the_position_that_is_gone_is_refused(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    services.play(game.pk, unai, 5, MOVES[4], takebacks=1)
    with pytest.raises(errors.WrongPly, match="taken back"):
        services.play(game.pk, amaia, 6, some_moves(6)[5], takebacks=0)


def test_the_ply_that_is_played_anew_is_news_to_the_opponent(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    services.play(game.pk, unai, 5, MOVES[4])
    turns = Notice.objects.filter(recipient=amaia, kind="your_turn", data__ply=5)
    assert turns.count() == 2


def test_the_one_who_asked_is_told_of_the_consent(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    assert Notice.objects.get(recipient=unai, kind="taken_back").data["ply"] == 5


def test_open_pages_hear_of_it(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    told = LiveEvent.objects.filter(topic=f"game:{game.pk}").order_by("pk").last()
    assert (told.kind, told.data) == ("taken_back", {"player": "unai", "ply": 5})


def test_a_house_bot_agrees_at_once(amaia):
    bot = services.house_player("house-random")
    game = make_game(amaia, bot, MOVES[:1])
    game = services.ask_takeback(game.pk, amaia, 1)
    assert (game.ply_count, game.to_move) == (0, amaia)
    services.play(game.pk, amaia, 1, "e5")
    assert services.play_house_turn(game.pk, 2)


def test_what_a_house_bot_chose_before_a_takeback_is_not_played(amaia, monkeypatch):
    game = make_game(amaia, services.house_player("house-random"), MOVES[:1])

    def slowly(*args):
        services.ask_takeback(game.pk, amaia, 1)
        services.play(game.pk, amaia, 1, "a1")
        return "swap"

    monkeypatch.setattr(house_games, "answer_as", slowly)
    assert not services.play_house_turn(game.pk, 2)
    assert Game.objects.get(pk=game.pk).ply_count == 1


def test_a_program_that_runs_here_refuses_at_once(amaia, unai, monkeypatch):
    game = make_game(amaia, make_bot(unai), MOVES[:1])
    monkeypatch.setattr(takebacks, "is_hosted", lambda account: account.kind == User.Kind.BOT)
    game = services.ask_takeback(game.pk, amaia, 1)
    assert (game.takeback_by, game.takeback_declined_at_ply) == (None, 1)


def test_the_end_of_the_game_ends_the_request(game, amaia, unai):
    services.ask_takeback(game.pk, unai, 5)
    assert services.resign(game.pk, amaia).takeback_by is None


def test_a_ply_that_was_taken_back_still_ends_a_row_of_time_losses(game, amaia, unai):
    third = make_user("leire")
    lost = make_game(unai, third, rated=True, deadline=timezone.now())
    last = game.moves.get(ply=5).made
    services.flag_overdue()
    services.ask_takeback(game.pk, unai, 5)
    services.accept_takeback(game.pk, amaia, 5)
    Move.objects.filter(player=unai).delete()
    assert facts_of(lost.result_events.get()).last_ply_before == last
