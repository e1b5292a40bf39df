"""Warnings that the time runs out, under a moving clock."""

from datetime import timedelta

import pytest

from games import services
from games.models import Game, Heartbeat
from games.services import clock_warnings, vacations
from games.services.clock_warnings import replan_warnings
from sumendi_site.notices.models import Notice
from tests.games.factories import make_game, make_user
from tests.games.moving_clock import DAY, HOUR, MINUTE, NOON, fresh, make_saver
from tests.notices.posts import choose

pytestmark = pytest.mark.usefixtures("clock")


def told(player) -> list[int]:
    """At which hours the player was warned, in order."""
    warnings = Notice.objects.filter(recipient=player, kind="warning").order_by("id")
    return [notice.data["hours"] for notice in warnings]


def sweep_after(clock, time: timedelta) -> None:
    clock.shift(time)
    services.warn_players()


def test_a_player_is_warned_at_24_and_at_4_hours_left(clock, game, amaia):
    steps = []
    for time in (2 * DAY - MINUTE, 2 * MINUTE, 20 * HOUR - 2 * MINUTE, 2 * MINUTE):
        sweep_after(clock, time)
        steps.append(told(amaia))
    assert steps == [[], [24], [24], [24, 4]]


def test_the_opponent_is_not_warned(clock, game, unai):
    sweep_after(clock, 3 * DAY - HOUR)
    assert told(unai) == []


def test_a_warning_is_given_once_however_often_the_sweep_looks(clock, game, amaia):
    for _ in range(3):
        sweep_after(clock, 2 * DAY + MINUTE if told(amaia) == [] else MINUTE)
    assert told(amaia) == [24]


def test_of_several_hours_that_have_passed_only_the_nearest_is_told(clock, game, amaia):
    sweep_after(clock, 3 * DAY - HOUR)
    assert told(amaia) == [4]
    sweep_after(clock, MINUTE)
    assert told(amaia) == [4]


def test_a_turn_that_begins_with_less_time_is_not_warned_of_at_once(clock, amaia, unai):
    make_game(amaia, unai, time_control="12h")
    sweep_after(clock, MINUTE)
    assert told(amaia) == []
    sweep_after(clock, 8 * HOUR)
    assert told(amaia) == [4]


def test_a_player_chooses_the_hours(clock, amaia, unai):
    choose(amaia, hours=[48, 1])
    make_game(amaia, unai)
    sweep_after(clock, DAY + MINUTE)
    sweep_after(clock, 2 * DAY - HOUR)
    assert told(amaia) == [48, 1]


def test_other_hours_hold_for_the_turn_at_hand(clock, game, amaia):
    choose(amaia, hours=[60])
    replan_warnings(amaia)
    sweep_after(clock, 12 * HOUR + MINUTE)
    assert told(amaia) == [60]


def test_choosing_hours_on_the_page_replans(client, clock, game, amaia):
    client.force_login(amaia)
    client.post("/notices/choices/", {"hours": "60"})
    game.refresh_from_db()
    assert game.next_warning == 60


def test_who_wants_no_warnings_gets_none(clock, amaia, unai):
    choose(amaia, hours=[])
    make_game(amaia, unai)
    sweep_after(clock, 3 * DAY - HOUR)
    assert told(amaia) == []


def test_each_turn_has_its_own_warnings(clock, game, amaia, unai):
    sweep_after(clock, 2 * DAY + MINUTE)
    services.play(game.pk, amaia, 1, "e5")
    sweep_after(clock, 2 * DAY + MINUTE)
    assert (told(amaia), told(unai)) == ([24], [24])


def test_nobody_is_warned_of_a_clock_that_is_on_vacation(clock, unai):
    nora = make_saver("nora")
    make_game(nora, unai)
    clock.shift(2 * DAY - MINUTE)
    vacations.take(nora, 5)
    sweep_after(clock, 5 * DAY - MINUTE)
    assert told(nora) == []
    sweep_after(clock, 3 * MINUTE)
    assert told(nora) == [24]


def test_a_given_day_moves_the_warning(clock, game, amaia, unai):
    services.play(game.pk, amaia, 1, "e5")
    clock.shift(DAY)
    services.give_day(game.pk, amaia, 1)
    sweep_after(clock, DAY + MINUTE)
    assert told(unai) == []
    sweep_after(clock, DAY)
    assert told(unai) == [24]


def test_after_a_given_day_the_same_hours_are_warned_of_again(clock, game, amaia, unai):
    sweep_after(clock, 2 * DAY + 21 * HOUR)
    services.give_day(game.pk, unai, 0)
    sweep_after(clock, 3 * HOUR + MINUTE)
    sweep_after(clock, 20 * HOUR)
    assert told(amaia) == [4, 24, 4]


def test_a_day_given_during_a_vacation_warns_by_what_is_left_after_it(clock, unai):
    nora = make_saver("nora")
    choose(nora, hours=[100, 4])
    game = make_game(nora, unai)
    vacations.take(nora, 5)
    services.give_day(game.pk, unai, 0)
    assert fresh(game).next_warning == 4


def test_nobody_is_warned_while_time_is_owed_to_the_clocks(clock, game, amaia):
    Heartbeat.objects.create(last=NOON)
    sweep_after(clock, 2 * DAY + HOUR)
    assert told(amaia) == []


def test_after_an_outage_across_the_deadline_the_last_warning_still_comes(clock, game, amaia):
    clock.shift(2 * DAY + 19 * HOUR)
    services.warn_players()
    Heartbeat.objects.create(last=NOON + 2 * DAY + 19 * HOUR)
    sweep_after(clock, 6 * HOUR)
    services.keep_time()
    clock.shift(90 * MINUTE)
    Heartbeat.objects.update(last=NOON + 3 * DAY + 150 * MINUTE)
    services.warn_players()
    assert told(amaia) == [24, 4]


def test_a_clock_that_has_run_out_keeps_its_warning(clock, game, amaia):
    sweep_after(clock, 2 * DAY + MINUTE)
    sweep_after(clock, DAY)
    game.refresh_from_db()
    assert game.next_warning == 4


def test_nobody_is_warned_of_a_game_that_is_over(clock, game, amaia, unai):
    services.cancel(game.pk, amaia)
    sweep_after(clock, 3 * DAY - HOUR)
    assert told(amaia) == []


def test_programs_are_not_warned(clock, unai):
    bot = make_user("bot-1", kind="bot")
    assert make_game(bot, unai).next_warning is None


def test_one_bad_row_does_not_stop_the_others(clock, game, amaia, unai):
    broken = make_game(unai, amaia)
    Game.objects.filter(pk=broken.pk).update(deadline=game.deadline - MINUTE)
    choose(unai, hours=["soon"])
    sweep_after(clock, 2 * DAY + MINUTE)
    assert told(amaia) == [24]


def test_bad_rows_are_pushed_back_and_let_the_others_come_up(clock, game, amaia, unai, monkeypatch):
    monkeypatch.setattr(clock_warnings, "BATCH", 1)
    broken = make_game(unai, amaia)
    Game.objects.filter(pk=broken.pk).update(deadline=game.deadline - MINUTE)
    choose(unai, hours=["soon"])
    sweep_after(clock, 2 * DAY + MINUTE)
    sweep_after(clock, MINUTE)
    assert told(amaia) == [24]


def test_the_sweep_looks_only_at_the_games_that_are_due(
    clock, game, amaia, unai, django_assert_max_num_queries
):
    for _ in range(5):
        make_game(amaia, unai)
    with django_assert_max_num_queries(3):
        services.warn_players()
