from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import LONGEST, TimeControl, TimeControlError, overlap, runs_on, seconds_used

DAY = 86_400
NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["1d", "3d", "14d", "36h", "10m", "90s", "7d+1d", "7d+1d/10d", "3d+12h"]
)
def test_a_time_control_round_trips(text):
    assert str(TimeControl.parse(text)) == text


@given(
    start=st.integers(1, 180) | st.integers(1, LONGEST // DAY).map(lambda days: days * DAY),
    increment=st.integers(0, 3000),
    more=st.integers(0, 5000),
)
def test_every_time_control_round_trips(start, increment, more):
    control = TimeControl(start, increment, start + more if increment else 0)
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "text",
    [
        *("", "d", "3", "0d", "-1d", "3w", "3 d", "\uff13d", "1d\n", "\x00", "d" * 100_000),
        *("3d+", "+1d", "3d+0d", "7d+1d/", "7d+1d/3d", "1d+1d+1d", "7d+1d/14d/1d"),
        *("367d", "999999999s"),
    ],
)
def test_a_text_that_is_no_time_control_is_refused(text):
    with pytest.raises(TimeControlError):
        TimeControl.parse(text)


def test_a_bank_is_capped_at_twice_its_start_unless_told_otherwise():
    assert TimeControl.parse("7d+1d").cap == 14 * DAY


def test_days_a_move_in_words():
    assert TimeControl.parse("3d").in_words == "3 days for each move"


def test_a_bank_in_words():
    assert TimeControl.parse("7d+1d/10d").in_words == (
        "7 days at the start, plus 1 day for each move made, never more than 10 days"
    )


def test_a_turn_of_days_a_move_always_has_the_same_time():
    control = TimeControl.parse("3d")
    assert control.deadline(NOON, control.first_bank) == NOON + timedelta(days=3)
    assert control.bank_after(None, 2 * DAY) is None


def test_a_turn_with_a_bank_has_what_the_bank_holds():
    assert TimeControl.parse("7d+1d").deadline(NOON, 5 * DAY) == NOON + timedelta(days=5)


def test_a_turn_takes_its_time_from_the_bank_and_adds_the_increment():
    assert TimeControl.parse("7d+1d").bank_after(7 * DAY, 3 * DAY) == 5 * DAY


def test_a_bank_never_holds_more_than_its_cap():
    assert TimeControl.parse("7d+1d/8d").bank_after(8 * DAY, 60) == 8 * DAY


def test_a_bank_is_never_below_zero():
    assert TimeControl.parse("7d+1d").bank_after(100, 200) == DAY


def test_daylight_saving_does_not_change_a_duration():
    # Europe's clocks went forward on 29 March 2026.
    assert TimeControl.parse("1d").deadline(NOON, None) - NOON == timedelta(hours=24)


def test_a_clock_runs_on_at_once_when_nobody_is_away():
    assert runs_on(NOON, None) == NOON


def test_a_clock_runs_on_when_its_player_is_back():
    assert runs_on(NOON, NOON + timedelta(days=2)) == NOON + timedelta(days=2)


def test_a_turn_uses_whole_seconds():
    assert seconds_used(NOON, NOON + timedelta(seconds=59, milliseconds=900)) == 59


def test_a_turn_is_measured_at_the_end_of_the_vacation_that_stops_it():
    started = NOON + timedelta(days=6)
    assert seconds_used(started, NOON, NOON + timedelta(days=7)) == DAY


def test_a_turn_that_has_not_begun_uses_nothing():
    assert seconds_used(NOON, NOON - timedelta(hours=1)) == 0


@pytest.mark.parametrize(
    ("starts", "ends", "hours"), [(1, 3, 2), (-5, 1, 1), (4, 9, 0), (-3, -1, 0)]
)
def test_how_long_two_stretches_of_time_overlap(starts, ends, hours):
    def at(hour):
        return NOON + timedelta(hours=hour)

    assert overlap(at(0), at(4), at(starts), at(ends)) == timedelta(hours=hours)
