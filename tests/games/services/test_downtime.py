import pytest
from django.utils import timezone

from games import services
from games.models import Game, GameStatus, Heartbeat, Outage, Termination
from games.services import downtime, errors, vacations
from tests.games.factories import make_game
from tests.games.moving_clock import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    fresh,
    go_well_for,
    play,
)

pytestmark = pytest.mark.usefixtures("clock", "savings")


@pytest.fixture
def clock(clock):
    services.keep_time()
    return clock


def test_three_hours_of_outage_are_given_back(game, clock):
    clock.shift(3 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY + 3 * HOUR


def test_an_outage_across_the_deadline_flags_nobody(game, clock):
    go_well_for(clock, 3 * DAY - HOUR)
    clock.shift(3 * HOUR)
    assert services.keep_time() == 0
    assert fresh(game).deadline == NOON + 3 * DAY + 3 * HOUR


def test_after_the_time_given_back_the_clock_runs_out_as_ever(game, clock):
    clock.shift(3 * HOUR)
    go_well_for(clock, 3 * DAY + MINUTE)
    assert fresh(game).termination == Termination.TIMEOUT


def test_time_given_back_is_not_taken_from_the_bank(amaia, unai, clock):
    game = make_game(amaia, unai, time_control="7d+1d")
    clock.shift(3 * HOUR)
    services.keep_time()
    go_well_for(clock, HOUR)
    assert play(game, amaia).seconds == 3600


def test_a_move_that_comes_first_after_an_outage_does_not_pay_for_it(amaia, unai, clock):
    game = make_game(amaia, unai, time_control="7d+1d")
    go_well_for(clock, HOUR)
    clock.shift(3 * HOUR)
    assert play(game, amaia).seconds == 3600


def test_an_overdue_game_is_not_saved_by_a_later_outage(game, clock):
    go_well_for(clock, 3 * DAY - MINUTE)
    clock.shift(2 * MINUTE)
    downtime.beat(timezone.now())
    clock.shift(3 * HOUR)
    assert services.keep_time() == 1


def test_a_gap_of_two_minutes_is_no_outage(game, clock):
    clock.shift(2 * MINUTE)
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY
    assert not Outage.objects.exists()


def test_the_first_heartbeat_gives_nothing_back(game, clock):
    Heartbeat.objects.all().delete()
    clock.shift(3 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY


def test_the_outage_is_on_record(game, clock):
    clock.shift(3 * HOUR)
    services.keep_time()
    outage = Outage.objects.get()
    assert (outage.started, outage.ended) == (NOON, NOON + 3 * HOUR)


def test_sweeping_twice_gives_back_once(game, clock):
    clock.shift(3 * HOUR)
    services.keep_time()
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY + 3 * HOUR


def test_a_sweep_that_was_held_up_gives_nothing_back(game, clock):
    downtime.beat(NOON + 3 * HOUR)
    assert not downtime.beat(NOON + 2 * HOUR)
    assert Heartbeat.objects.get().last == NOON + 3 * HOUR


def test_a_crash_on_the_way_leaves_it_all_to_the_next_sweep(game, clock, monkeypatch):
    clock.shift(3 * HOUR)
    with monkeypatch.context() as broken:
        broken.setattr(Heartbeat, "save", crash)
        with pytest.raises(KeyboardInterrupt):
            services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY + 3 * HOUR


def crash(*_, **__):
    raise KeyboardInterrupt


def test_a_turn_that_began_during_the_outage_gets_the_rest_of_it(game, amaia, clock):
    clock.shift(HOUR)
    play(game, amaia)
    clock.shift(2 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * HOUR + 3 * DAY


def test_giving_back_takes_few_statements(amaia, unai, clock, django_assert_max_num_queries):
    for _ in range(20):
        make_game(amaia, unai)
    clock.shift(3 * HOUR)
    with django_assert_max_num_queries(9):
        downtime.beat(NOON + 3 * HOUR)


# A move after its deadline


def test_while_the_heartbeat_is_fresh_a_late_move_loses_the_game(game, amaia, clock):
    go_well_for(clock, 3 * DAY)
    clock.shift(MINUTE)
    with pytest.raises(errors.TooLate):
        play(game, amaia)
    assert fresh(game).termination == Termination.TIMEOUT


def test_while_the_heartbeat_is_stale_a_late_move_gets_time_given_back(game, amaia, clock):
    go_well_for(clock, 3 * DAY - HOUR)
    clock.shift(3 * HOUR)
    play(game, amaia)
    assert fresh(game).ply_count == 1
    assert Outage.objects.count() == 1


def test_time_given_back_does_not_save_a_move_that_is_too_late_for_it(game, amaia, clock):
    go_well_for(clock, 3 * DAY - HOUR)
    Game.objects.update(deadline=NOON)
    clock.shift(3 * HOUR)
    with pytest.raises(errors.TooLate):
        play(game, amaia)
    assert fresh(game).status == GameStatus.FINISHED


# Outages and vacations


def test_an_outage_during_a_vacation_gives_nothing_back(game, amaia, clock):
    vacations.take(amaia, 7)
    clock.shift(3 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 10 * DAY


def test_an_outage_at_the_end_of_a_vacation_gives_back_what_came_after_it(game, amaia, clock):
    vacations.take(amaia, 1)
    go_well_for(clock, DAY - HOUR)
    clock.shift(3 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 4 * DAY + 2 * HOUR


def test_a_turn_that_began_after_a_vacation_in_an_outage_gets_the_rest_of_it(amaia, unai, clock):
    vacations.take(unai, 1)
    go_well_for(clock, DAY - HOUR)
    clock.shift(150 * MINUTE)
    game = make_game(unai, amaia)
    clock.shift(30 * MINUTE)
    services.keep_time()
    assert fresh(game).turn_started == NOON + DAY + 2 * HOUR
    assert fresh(game).deadline == NOON + 4 * DAY + 2 * HOUR


def test_a_turn_that_began_just_before_the_vacation_gets_what_came_after_it(game, amaia, clock):
    go_well_for(clock, 2 * MINUTE)
    vacations.take(amaia, 1)
    go_well_for(clock, DAY - HOUR)
    clock.shift(3 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 4 * DAY + 2 * HOUR


def test_a_vacation_that_began_during_an_outage_counts_from_its_start(game, amaia, clock):
    vacations.take(amaia, 7, NOON + HOUR)
    clock.shift(3 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 10 * DAY + HOUR


def test_a_vacation_within_an_outage_gives_everything_back(game, amaia, clock):
    vacations.take(amaia, 1, NOON + DAY)
    clock.shift(5 * DAY)
    assert services.keep_time() == 0
    assert fresh(game).deadline == NOON + 8 * DAY


def test_in_an_event_a_vacation_does_not_hinder_giving_back(amaia, unai, clock):
    game = make_game(amaia, unai, event_label="Spring Open")
    vacations.take(amaia, 7)
    clock.shift(3 * HOUR)
    services.keep_time()
    assert fresh(game).deadline == NOON + 3 * DAY + 3 * HOUR
