from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.house import RANDOM
from games.models import BotTurn, Conditions, Game, GameStatus, VacationBudget
from games.services import conditions
from games.services.house_bots import account_of
from games.services.playing import play_as_program
from games.services.vacations import saved
from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from sumendi_site.notices.models import Notice
from tests.games.bots.hosting import make_hosted_bot
from tests.games.factories import make_bot, make_game, some_moves
from tests.games.prepared import BEGUN, late, play, prepare, texts, tree_of

pytestmark = pytest.mark.thin


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai, BEGUN)


def test_a_prepared_reply_is_played_with_the_opponents_ply(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert texts(game) == [*BEGUN, "a1", "i9"]
    assert game.to_move == unai


def test_the_opponents_own_ply_is_what_the_opponent_is_answered(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    assert play(game, unai, "a1").move.text == "a1"


def test_a_reply_is_marked_as_made_by_condition_and_nothing_else_is(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert list(game.moves.values_list("by_condition", flat=True)) == [False, False, False, True]


def test_a_ply_for_which_nothing_is_prepared_gives_the_turn(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a5")
    assert texts(game) == [*BEGUN, "a5"]
    assert game.to_move == amaia


def test_a_line_of_two_replies_is_played_one_reply_a_ply(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9", "a5", "i5"])
    play(game, unai, "a1")
    assert texts(game)[2:] == ["a1", "i9"]
    play(game, unai, "a5")
    assert texts(game)[2:] == ["a1", "i9", "a5", "i5"]


def test_after_the_opponent_has_gone_otherwise_a_line_is_dead(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9", "a5", "i5"])
    play(game, unai, "a1")
    play(game, unai, "e1")
    play(game, amaia, "e9")
    play(game, unai, "a5")
    assert game.to_move == amaia


def test_after_another_move_of_ones_own_hand_a_line_is_dead(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9", "a5", "i5"])
    conditions.clear(game.pk, amaia)
    play(game, unai, "a1")
    prepare(game, amaia, ["i9", "a5", "i5"], version=2)
    play(game, amaia, "e1")
    play(game, unai, "a5")
    assert game.to_move == amaia


def test_a_line_that_begins_with_ones_own_move_goes_on_from_it(game, amaia, unai):
    play(game, unai, "a1")
    prepare(game, amaia, ["i9", "a5", "i5"])
    assert texts(game)[3:] == []
    play(game, amaia, "i9")
    assert texts(game)[3:] == ["i9"]
    play(game, unai, "a5")
    assert texts(game)[3:] == ["i9", "a5", "i5"]


def test_where_both_have_prepared_the_game_goes_on_by_itself(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9", "a5", "i5"])
    prepare(game, unai, ["a1", "i9", "a5", "i5", "e1"])
    play(game, unai, "a1")
    assert texts(game)[2:] == ["a1", "i9", "a5", "i5", "e1"]
    assert game.to_move == amaia


def test_the_choice_of_side_can_be_prepared(amaia, unai):
    game = make_game(amaia, unai)
    prepare(game, unai, ["e5", "swap"], ["a1", "keep"])
    play(game, amaia, "e5")
    assert (texts(game), game.black, game.to_move) == (["e5", "swap"], unai, amaia)


def test_who_keeps_by_condition_makes_the_next_ply_by_condition_too(amaia, unai):
    game = make_game(amaia, unai)
    prepare(game, unai, ["e5", "keep", "a1", "i9", "a5"])
    play(game, amaia, "e5")
    assert (texts(game), game.to_move) == (["e5", "keep", "a1"], amaia)


def test_two_plies_of_the_opponent_in_a_row_are_answered_after_the_second(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    prepare(game, amaia, ["keep", "a1", "i9"], ["swap", "c3"])
    play(game, unai, "keep")
    assert game.to_move == unai
    play(game, unai, "a1")
    assert texts(game) == ["e5", "keep", "a1", "i9"]


def test_who_keeps_by_hand_makes_the_next_ply_by_hand(amaia, unai):
    game = make_game(amaia, unai)
    prepare(game, unai, ["a1", "keep", "i9"])
    Conditions.objects.update(tree=tree_of(game.position, ["e5", "keep", "a1"]))
    Conditions.objects.update(player=amaia)
    play(game, amaia, "e5")
    Conditions.objects.update(player=unai)
    play(game, unai, "keep")
    assert texts(game) == ["e5", "keep"]


def test_a_reply_that_leaves_no_placement_ends_the_game(amaia, unai):
    moves = some_moves(200)
    game = late(amaia, unai, moves[:-2])
    author = game.opponent_of(game.to_move)
    prepare(game, author, moves[-2:])
    play(game, game.to_move, moves[-2])
    assert (texts(game), game.status, game.to_move) == (moves, GameStatus.SCORING, None)
    assert services.adjudicate(game.pk)


def test_a_reply_costs_no_time(amaia, unai, clock):
    game = make_game(amaia, unai, BEGUN, time_control="7d+1d")
    prepare(game, amaia, ["a1", "i9"])
    before = game.bank_of(amaia)
    clock.shift(timedelta(days=2))
    play(game, unai, "a1")
    assert game.moves.get(ply=4).seconds == 0
    assert game.bank_of(amaia) == before + 86_400
    assert game.bank_of(unai) == before - 86_400


def test_after_a_reply_the_opponents_clock_begins_anew(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert game.deadline - game.turn_started == timedelta(days=3)


def test_a_reply_is_played_also_while_its_player_is_away(game, amaia, unai):
    VacationBudget.objects.update(seconds=30 * 86_400)
    services.take_vacation(amaia, 5)
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert texts(game)[2:] == ["a1", "i9"]
    assert game.deadline < timezone.now() + timedelta(days=4)
    assert not game.log.exists()


def test_a_day_on_which_only_conditions_played_saves_no_vacation(clock, game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    before = saved(amaia)
    clock.shift(timedelta(days=1))
    play(game, unai, "a1")
    assert saved(amaia) == before


def test_a_reply_declines_a_draw_as_a_move_does(game, amaia, unai):
    services.offer_draw(game.pk, amaia, 2)
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert game.draw_offer_by is None


def test_in_a_game_of_an_event_replies_are_played_too(amaia, unai):
    game = make_game(amaia, unai, BEGUN, event_label="Open, round 1")
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert game.to_move == unai


def test_a_house_bot_is_answered(amaia):
    game = make_game(account_of(RANDOM), amaia)
    prepare(game, amaia, *([cell, "keep"] for cell in game.current.placements()))
    assert services.play_house_turn(game.pk, 1)
    assert texts(game)[1:] == ["keep"]


def test_an_uploaded_program_that_was_answered_gets_its_next_turn(amaia, unai):
    bot = make_hosted_bot(unai)
    game = make_game(amaia, bot, ["e5"])
    prepare(game, amaia, ["swap", "a1"])
    BotTurn.objects.update(state="done")
    game.refresh_from_db()
    play_as_program(game, "swap", timezone.now())
    game.refresh_from_db()
    assert texts(game) == ["e5", "swap", "a1"]
    assert BotTurn.objects.get(ply=4).state == "waiting"
    assert game.deadline is None


def test_only_the_opponent_is_told_of_a_turn(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    Notice.objects.all().delete()
    play(game, unai, "a1")
    told = Notice.objects.filter(kind="your_turn").values_list("recipient", "data__ply")
    assert list(told) == [(unai.pk, 4)]


def test_the_author_is_told_once_it_is_their_turn_again(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    Notice.objects.all().delete()
    play(game, unai, "a5")
    told = Notice.objects.filter(kind="your_turn").values_list("recipient", "data__ply")
    assert list(told) == [(amaia.pk, 5)]


def test_a_reply_does_not_count_as_having_seen_the_game(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    services.offer_draw(game.pk, unai, 2)
    play(game, unai, "a1")
    assert Notice.objects.filter(recipient=amaia, kind="draw_offer").unseen().exists()


def test_pages_hear_of_both_plies(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    newest = LiveEvent.objects.order_by("-pk").first().pk
    play(game, unai, "a1")
    moves = LiveEvent.objects.filter(pk__gt=newest, topic=f"game:{game.pk}", kind="move")
    assert [event.data["text"] for event in moves.order_by("pk")] == ["a1", "i9"]


def test_the_opponents_ply_sent_again_is_a_repetition(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    play(game, unai, "a1")
    assert services.play(game.pk, unai, 3, "a1").repeated
    assert game.moves.count() == 4


def test_what_is_prepared_but_cannot_be_played_stops_nobody(game, amaia, unai, caplog):
    prepare(game, amaia, ["a1", "i9"])
    Conditions.objects.update(tree=tree_of(game.position, ["a1", "e5"]))
    play(game, unai, "a1")
    assert game.to_move == amaia
    assert "What was prepared" in caplog.text


def test_an_account_that_was_closed_plays_no_more(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    play(game, unai, "a1")
    assert texts(game)[2:] == ["a1"]


def test_a_game_between_programs_asks_for_no_conditions(amaia, unai, django_assert_num_queries):
    made = make_game(make_bot(amaia), make_bot(unai, "lava"), BEGUN)
    game = Game.objects.with_players().get(pk=made.pk)
    with django_assert_num_queries(0):
        assert list(conditions.replies(game)) == []
