from datetime import datetime, timedelta

import pytest

from games import services
from games.models import GameLog, LogKind, Termination, Vacation, VacationBudget
from games.services import errors, vacations
from games.services.one_by_one import PUSHED_BACK
from sumendi_site.live.models import LiveEvent
from tests.games.factories import make_game, make_user
from tests.games.moving_clock import DAY, HOUR, NOON, fresh, make_saver, play, saved_days

pytestmark = pytest.mark.usefixtures("clock", "savings")


# The budget


@pytest.fixture
def newcomers(clock):
    return make_user("newcomer"), make_user("other")


def test_a_day_with_a_ply_adds_an_eighth_of_a_day_of_vacation(newcomers):
    play(make_game(*newcomers), newcomers[0])
    assert saved_days(newcomers[0]) == 1 / 8


def test_a_second_ply_on_the_same_day_adds_nothing(newcomers):
    for _ in range(2):
        play(make_game(*newcomers), newcomers[0])
    assert saved_days(newcomers[0]) == 1 / 8


def test_a_day_begins_at_midnight_utc(newcomers, clock):
    clock.move_to(datetime.fromisoformat("2026-05-04T23:59:59+00:00"))
    play(make_game(*newcomers), newcomers[0])
    clock.shift(1)
    play(make_game(*newcomers), newcomers[0])
    assert saved_days(newcomers[0]) == 2 / 8


def test_no_more_than_thirty_days_are_saved(game, amaia):
    VacationBudget.objects.filter(player=amaia).update(seconds=30 * 86_400 - 60)
    play(game, amaia)
    assert saved_days(amaia) == 30


def test_a_vacation_is_taken_from_the_budget(amaia):
    vacations.take(amaia, 7)
    assert saved_days(amaia) == 23


def test_the_unused_rest_of_a_vacation_comes_back(amaia, clock):
    vacation = vacations.take(amaia, 7)
    clock.shift(2 * DAY)
    vacations.end(amaia, vacation.pk)
    assert saved_days(amaia) == 28


def test_ending_twice_gives_the_rest_back_once(amaia, clock):
    vacation = vacations.take(amaia, 7)
    clock.shift(2 * DAY)
    vacations.end(amaia, vacation.pk)
    vacations.end(amaia, vacation.pk)
    assert saved_days(amaia) == 28


def test_a_planned_vacation_that_is_called_off_costs_nothing(amaia):
    vacation = vacations.take(amaia, 7, NOON + DAY)
    vacations.end(amaia, vacation.pk)
    assert saved_days(amaia) == 30
    assert not Vacation.objects.exists()


def test_more_than_was_saved_is_refused():
    leire = make_saver("leire", days=2.5)
    with pytest.raises(errors.VacationRefused, match="saved"):
        vacations.take(leire, 3)
    assert saved_days(leire) == 2.5


@pytest.mark.parametrize("start", [NOON - HOUR, NOON + timedelta(days=366)])
def test_a_vacation_begins_within_a_year_and_not_in_the_past(amaia, start):
    with pytest.raises(errors.VacationRefused):
        vacations.take(amaia, 3, start)


@pytest.mark.parametrize("days", [-3, 0, 31, 10**12])
def test_a_vacation_lasts_one_to_thirty_days(amaia, days):
    with pytest.raises(errors.VacationRefused, match="1 to 30 days"):
        vacations.take(amaia, days)


@pytest.mark.parametrize("start", [NOON, NOON + 2 * DAY, NOON + 6 * DAY])
def test_two_vacations_do_not_overlap(amaia, start):
    vacations.take(amaia, 5, NOON + 2 * DAY)
    with pytest.raises(errors.VacationRefused, match="another vacation"):
        vacations.take(amaia, 5, start)


def test_a_vacation_can_follow_another_at_once(amaia):
    vacations.take(amaia, 2)
    assert vacations.take(amaia, 2, NOON + 2 * DAY)


def test_nobody_ends_the_vacation_of_another_player(amaia, unai):
    vacation = vacations.take(amaia, 7)
    with pytest.raises(errors.NoSuchVacation):
        vacations.end(unai, vacation.pk)


# The clocks


def test_a_vacation_across_the_deadline_saves_the_game(game, amaia, clock):
    clock.shift(2 * DAY)
    vacations.take(amaia, 7)
    clock.shift(7 * DAY + 23 * HOUR)
    assert services.keep_time() == 0
    play(game, amaia)
    assert fresh(game).ply_count == 1


def test_after_the_vacation_the_clock_runs_on_where_it_stood(game, amaia, clock):
    clock.shift(2 * DAY)
    vacations.take(amaia, 7)
    clock.shift(8 * DAY + HOUR)
    services.keep_time()
    assert fresh(game).termination == Termination.TIMEOUT


def test_a_vacation_leaves_the_opponents_clock_alone(game, amaia, unai):
    play(game, amaia)
    vacations.take(amaia, 7)
    assert fresh(game).deadline == NOON + 3 * DAY


def test_a_turn_that_comes_during_a_vacation_begins_at_its_end(game, amaia, unai, clock):
    vacations.take(unai, 7)
    clock.shift(DAY)
    play(game, amaia)
    assert fresh(game).deadline == NOON + 10 * DAY


def test_a_game_that_is_made_during_a_vacation_begins_at_its_end(amaia, unai, clock):
    vacations.take(amaia, 7)
    clock.shift(DAY)
    assert make_game(amaia, unai).deadline == NOON + 10 * DAY


def test_a_move_during_a_vacation_costs_the_time_before_it(amaia, unai, clock):
    game = make_game(amaia, unai, time_control="7d+1d")
    clock.shift(2 * DAY)
    vacations.take(amaia, 7)
    clock.shift(3 * DAY)
    assert play(game, amaia).seconds == 2 * 86_400
    assert fresh(game).first_bank == 6 * 86_400


def test_a_move_after_a_vacation_costs_the_time_before_and_after_it(amaia, unai, clock):
    game = make_game(amaia, unai, time_control="7d+1d")
    clock.shift(2 * DAY)
    vacations.take(amaia, 7)
    clock.shift(8 * DAY)
    assert play(game, amaia).seconds == 3 * 86_400


def test_a_turn_that_came_and_went_during_a_vacation_costs_nothing(amaia, unai, clock):
    game = make_game(amaia, unai)
    vacations.take(unai, 7)
    play(game, amaia)
    clock.shift(2 * DAY)
    assert play(game, unai, "keep").seconds == 0


def test_coming_back_early_restarts_the_clock_at_once(game, amaia, clock):
    clock.shift(2 * DAY)
    vacation = vacations.take(amaia, 7)
    clock.shift(3 * DAY)
    vacations.end(amaia, vacation.pk)
    assert fresh(game).deadline == NOON + 6 * DAY
    assert play(game, amaia).seconds == 2 * 86_400


def test_coming_back_early_restarts_turns_that_came_meanwhile(game, amaia, unai, clock):
    vacation = vacations.take(unai, 7)
    play(game, amaia)
    clock.shift(2 * DAY)
    vacations.end(unai, vacation.pk)
    assert fresh(game).deadline == NOON + 5 * DAY


def test_a_vacation_does_not_stop_the_games_of_an_event(amaia, unai):
    game = make_game(amaia, unai, event_label="Spring Open")
    vacations.take(amaia, 7)
    assert fresh(game).deadline == NOON + 3 * DAY


def test_a_game_of_an_event_begins_although_its_first_player_is_away(amaia, unai):
    vacations.take(amaia, 7)
    game = make_game(amaia, unai, event_label="Spring Open")
    assert (game.turn_started, game.deadline) == (NOON, NOON + 3 * DAY)


# Planned vacations


def test_a_planned_vacation_changes_no_clock_before_it_begins(game, amaia):
    vacations.take(amaia, 7, NOON + DAY)
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY


def test_a_vacation_begins_at_its_start_however_late_the_sweep_is(game, amaia, clock):
    vacations.take(amaia, 7, NOON + DAY)
    clock.shift(5 * DAY)
    assert services.keep_time() == 0
    assert fresh(game).deadline == NOON + 10 * DAY


def test_beginning_again_changes_nothing(game, amaia, clock):
    vacations.take(amaia, 7, NOON + DAY)
    clock.shift(2 * DAY)
    assert vacations.begin_due(NOON + 2 * DAY) == 1
    assert vacations.begin_due(NOON + 2 * DAY) == 0
    assert fresh(game).deadline == NOON + 10 * DAY


def test_a_clock_that_ran_out_before_the_vacation_is_not_saved_by_it(game, amaia, clock):
    vacations.take(amaia, 7, NOON + 4 * DAY)
    clock.shift(5 * DAY)
    assert services.flag_overdue() == 1


def test_a_move_finds_the_vacation_that_no_sweep_has_begun(game, amaia, clock):
    vacations.take(amaia, 7, NOON + DAY)
    clock.shift(5 * DAY)
    assert play(game, amaia).seconds == 86_400


def test_a_turn_is_stopped_by_a_vacation_that_no_sweep_has_begun(game, amaia, unai, clock):
    vacations.take(unai, 7, NOON + DAY)
    clock.shift(2 * DAY)
    play(game, amaia)
    assert fresh(game).deadline == NOON + 11 * DAY


def test_a_game_that_is_made_before_the_sweep_is_stopped_once(amaia, unai, clock):
    vacations.take(amaia, 7, NOON + DAY)
    clock.shift(2 * DAY)
    game = make_game(amaia, unai)
    services.keep_time()
    assert fresh(game).deadline == NOON + 11 * DAY


@pytest.fixture
def bad_vacation(amaia, clock, monkeypatch):
    """amaia's vacation was due a day ago, and cannot be begun."""
    vacations.take(amaia, 7, NOON + DAY)
    stop_clocks = vacations._stop_clocks

    def fail_for_amaia(vacation):
        if vacation.player == amaia:
            raise ValueError("a bad row")
        stop_clocks(vacation)

    monkeypatch.setattr(vacations, "_stop_clocks", fail_for_amaia)
    clock.shift(2 * DAY)


def test_a_bad_vacation_does_not_stop_the_others(game, unai, bad_vacation, clock):
    vacations.take(unai, 7, NOON + 2 * DAY + HOUR)
    clock.shift(2 * HOUR)
    services.keep_time()
    assert Vacation.objects.get(player=unai).begun


def test_a_bad_vacation_does_not_stop_flagging(game, unai, stranger, bad_vacation, clock):
    other = make_game(unai, stranger)
    clock.shift(4 * DAY)
    services.keep_time()
    assert fresh(other).termination == Termination.TIMEOUT


def test_a_bad_vacation_is_left_alone_for_a_while(bad_vacation, clock, caplog):
    for _ in range(5):
        services.keep_time()
    assert len(caplog.records) == 1
    clock.shift(PUSHED_BACK)
    services.keep_time()
    assert len(caplog.records) == 2


def test_a_player_who_waits_for_a_vacation_need_not_wait_for_the_sweep(
    game, amaia, bad_vacation, monkeypatch
):
    services.keep_time()
    monkeypatch.undo()
    play(game, amaia)
    assert Vacation.objects.get().begun


def test_nobody_is_flagged_for_a_vacation_that_could_not_begin(game, bad_vacation, clock):
    clock.shift(4 * DAY)
    services.keep_time()
    assert fresh(game).is_running


def test_a_crash_while_a_vacation_begins_leaves_it_to_the_next_sweep(
    game, amaia, clock, monkeypatch
):
    vacations.take(amaia, 7, NOON + DAY)
    clock.shift(2 * DAY)
    with monkeypatch.context() as broken:
        broken.setattr(vacations, "_tell", crash)
        with pytest.raises(KeyboardInterrupt):
            services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY
    services.keep_time()
    assert fresh(game).deadline == NOON + 10 * DAY


def crash(*_):
    raise KeyboardInterrupt


# What is told


def test_a_stopped_clock_is_logged_with_the_game(game, amaia):
    vacations.take(amaia, 7)
    entry = GameLog.objects.get(game=game)
    assert (entry.kind, entry.player, entry.seconds) == (LogKind.VACATION, amaia, 7 * 86_400)


def test_a_turn_that_comes_during_a_vacation_is_logged_once(game, amaia, unai, clock):
    vacations.take(unai, 7)
    clock.shift(DAY)
    play(game, amaia)
    play(game, unai, "swap")
    play(game, amaia, "a1")
    assert [entry.seconds for entry in GameLog.objects.all()] == [6 * 86_400]


def test_the_log_tells_the_true_length_of_a_vacation_that_ended_early(game, amaia, clock):
    vacation = vacations.take(amaia, 7)
    clock.shift(2 * DAY)
    vacations.end(amaia, vacation.pk)
    assert GameLog.objects.get(game=game).seconds == 2 * 86_400


def test_open_pages_are_told_that_a_clock_was_stopped(game, amaia):
    vacations.take(amaia, 7)
    assert LiveEvent.objects.filter(topic=f"game:{game.pk}", kind="clock").count() == 1
