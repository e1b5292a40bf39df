from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import GameLog, LogKind
from games.services import errors
from sumendi_site.live.models import LiveEvent
from tests.games.bots.hosting import make_hosted_bot
from tests.games.factories import in_hours, make_game
from tests.games.moving_clock import fresh, play

DAY = timedelta(days=1)


def test_the_opponents_turn_gets_24_hours_more(game, unai):
    before = game.deadline
    services.give_day(game.pk, unai, 0)
    assert fresh(game).deadline - before == DAY


def test_the_opponents_bank_gets_the_day_too(amaia, unai):
    game = make_game(amaia, unai, time_control="7d+1d")
    services.give_day(game.pk, unai, 0)
    assert fresh(game).first_bank == 8 * 86_400
    assert game.deadline - game.turn_started == 8 * DAY


def test_a_day_is_given_once_a_turn(game, unai):
    before = game.deadline
    services.give_day(game.pk, unai, 0)
    services.give_day(game.pk, unai, 0)
    assert fresh(game).deadline - before == DAY


def test_in_the_next_turn_a_day_can_be_given_again(game, amaia, unai):
    services.give_day(game.pk, unai, 0)
    play(game, amaia)
    play(game, unai, "swap")
    before = fresh(game).deadline
    services.give_day(game.pk, unai, 2)
    assert fresh(game).deadline - before == DAY


def test_in_the_own_turn_no_day_can_be_given(game, amaia):
    with pytest.raises(errors.TimeNotGiven, match="opponent's turn"):
        services.give_day(game.pk, amaia, 0)


def test_a_stranger_cannot_give_a_day(game, stranger):
    with pytest.raises(errors.NotAPlayer):
        services.give_day(game.pk, stranger, 0)


def test_in_an_event_no_day_can_be_given(amaia, unai):
    game = make_game(amaia, unai, event_label="Spring Open")
    with pytest.raises(errors.TimeNotGiven, match="event"):
        services.give_day(game.pk, unai, 0)


def test_a_day_for_an_earlier_position_is_refused(game, amaia, unai):
    play(game, amaia)
    with pytest.raises(errors.WrongPly):
        services.give_day(game.pk, amaia, 0)


def test_a_clock_that_has_run_out_gets_nothing(amaia, unai):
    game = make_game(amaia, unai, deadline=in_hours(-1))
    with pytest.raises(errors.TooLate):
        services.give_day(game.pk, unai, 0)


def test_the_day_is_logged_with_the_game(game, amaia, unai):
    services.give_day(game.pk, unai, 0)
    entry = GameLog.objects.get(game=game)
    assert (entry.kind, entry.player, entry.seconds) == (LogKind.TIME_GIVEN, amaia, 86_400)


def test_open_pages_are_told(game, amaia, unai):
    services.give_day(game.pk, unai, 0)
    topics = LiveEvent.objects.filter(kind__in=["clock", "time_given"])
    assert set(topics.values_list("topic", flat=True)) == {f"game:{game.pk}", f"player:{amaia.pk}"}


@pytest.mark.parametrize("control", ["1d", "14d", "7d+1d"])
def test_the_first_move_has_as_much_time_as_any_other(amaia, unai, control):
    game = make_game(amaia, unai, time_control=control)
    assert game.deadline - game.turn_started == timedelta(seconds=game.control.start)
    play(game, amaia)
    game.refresh_from_db()
    assert game.deadline - game.turn_started == timedelta(seconds=game.control.start)
    assert game.deadline > timezone.now()


def test_a_program_of_this_site_needs_no_time(amaia, unai):
    game = make_game(make_hosted_bot(amaia), unai)
    with pytest.raises(errors.TimeNotGiven, match="clock stands still"):
        services.give_day(game.pk, unai, 0)
