from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Heartbeat, Move, Outage
from sumendi_site.notices.models import Notice
from tests.tournaments.services.playing import (
    begin,
    boards_of,
    codes,
    end,
    fresh,
    go_by,
    make_round,
)
from tournaments.models import Act, AtDeadline, Decision, RoundState
from tournaments.services import booking, deadlines, errors, keeping

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

ROUND_HOURS = 10 * 24


def make(at_deadline=AtDeadline.WAIT, **fields):
    fields = {"time_control": "30d", "no_show_hours": 0, "round_hours": ROUND_HOURS, **fields}
    return make_round(at_deadline=at_deadline, **fields)


def warnings():
    return notices().exclude(data__hours=None)


def notices():
    return Notice.objects.filter(kind="event_deadline")


def test_both_players_of_a_running_game_are_warned_a_day_before(clock):
    round_ = make()
    end(boards_of(round_)[0])
    booking.book()
    go_by(clock, hours=ROUND_HOURS - 23)
    running = boards_of(round_)[1]
    told = {notice.recipient for notice in warnings()}
    assert told == {running.white.player, running.black.player}
    assert {notice.data["hours"] for notice in warnings()} == {24}


def test_nobody_is_warned_twice_at_the_same_hours(clock):
    make()
    go_by(clock, hours=ROUND_HOURS - 23)
    go_by(clock, hours=1)
    assert warnings().count() == 4


def test_two_hours_before_there_is_another_warning(clock):
    make()
    go_by(clock, hours=ROUND_HOURS - 23)
    go_by(clock, hours=22)
    assert sorted(set(warnings().values_list("data__hours", flat=True))) == [2, 24]


def test_who_slept_through_the_first_warning_gets_the_second_alone(clock):
    make()
    go_by(clock, hours=ROUND_HOURS - 1)
    go_by(clock, minutes=1)
    assert set(warnings().values_list("data__hours", flat=True)) == {2}


def test_a_round_of_some_hours_has_no_warning_of_a_day(clock):
    make(round_hours=10)
    go_by(clock, hours=1)
    assert not warnings().exists()


def test_a_moved_deadline_is_warned_of_anew(clock):
    round_ = make()
    go_by(clock, hours=ROUND_HOURS - 23)
    later = timezone.now() + timedelta(hours=100)
    deadlines.move_deadline(round_.tournament.organiser, round_.tournament.slug, 1, later)
    go_by(clock, hours=77)
    assert warnings().count() == 8


def test_a_deadline_does_not_move_into_the_past():
    round_ = make()
    with pytest.raises(errors.BadDeadline):
        deadlines.move_deadline(
            round_.tournament.organiser, round_.tournament.slug, 1, timezone.now()
        )


def test_an_earlier_deadline_leaves_an_hour_to_act():
    round_ = make()
    soon = timezone.now() + timedelta(minutes=59)
    with pytest.raises(errors.BadDeadline, match="at least an hour ahead"):
        deadlines.move_deadline(round_.tournament.organiser, round_.tournament.slug, 1, soon)


def test_a_late_round_can_get_some_minutes_more(clock):
    round_ = make()
    go_by(clock, hours=ROUND_HOURS)
    soon = timezone.now() + timedelta(minutes=20)
    organiser = round_.tournament.organiser
    assert deadlines.move_deadline(organiser, round_.tournament.slug, 1, soon).deadline == soon


def test_those_whose_games_run_hear_of_another_deadline():
    round_ = make()
    end(boards_of(round_)[0])
    later = timezone.now() + timedelta(hours=5)
    deadlines.move_deadline(round_.tournament.organiser, round_.tournament.slug, 1, later)
    told = notices().filter(data__moved_to__isnull=False)
    running = boards_of(round_)[1]
    assert {one.recipient for one in told} == {running.white.player, running.black.player}


def test_where_the_next_round_waits_the_games_run_on(clock):
    round_ = make(AtDeadline.WAIT)
    go_by(clock, hours=ROUND_HOURS)
    assert Game.objects.running().count() == 2
    round_.refresh_from_db()
    assert (round_.state, round_.passed) == (RoundState.PUBLISHED, timezone.now())


def test_an_organiser_who_decides_is_told_once_of_the_games(clock):
    round_ = make(AtDeadline.ORGANISER)
    go_by(clock, hours=ROUND_HOURS)
    go_by(clock, minutes=1)
    notice = Notice.objects.get(kind="event_desk")
    assert (notice.recipient, notice.data["games"]) == (round_.tournament.organiser, 2)
    assert not notice.is_outdated


def test_games_at_the_deadline_are_drawn_where_that_is_the_rule(clock):
    round_ = make(AtDeadline.DRAW)
    for board in boards_of(round_):
        begin(board)
    go_by(clock, hours=ROUND_HOURS)
    assert [codes(board) for board in boards_of(round_)] == [("D", "D")] * 2
    assert set(Decision.objects.values_list("by", flat=True)) == {None}
    round_.refresh_from_db()
    assert round_.state == RoundState.CLOSED


def test_a_game_without_a_ply_is_not_drawn_at_the_deadline_but_forfeited_by_both(clock):
    board = boards_of(make(AtDeadline.DRAW))[0]
    go_by(clock, hours=ROUND_HOURS)
    assert codes(board) == ("-", "-")


@pytest.mark.parametrize(
    ("second_bank", "booked"),
    [(21, ("L", "W")), (19, ("W", "L")), (20, ("D", "D"))],
    ids=["second", "first", "as much"],
)
def test_who_has_more_time_left_wins_where_that_is_the_rule(clock, second_bank, booked):
    round_ = make(AtDeadline.MORE_TIME, time_control="30d+1d")
    board = boards_of(round_)[0]
    begin(board)
    Game.objects.filter(pk=board.game_id).update(second_bank=second_bank * 86_400)
    go_by(clock, hours=ROUND_HOURS)  # of its 30 days the first player, who is to move, has 20 left
    assert codes(board) == booked


@pytest.mark.parametrize(
    ("taken", "booked"),
    [(11, ("W", "L")), (9, ("L", "W")), (10, ("D", "D"))],
    ids=["first", "second", "as much"],
)
def test_with_a_time_for_each_move_less_time_taken_wins(clock, taken, booked):
    board = boards_of(make(AtDeadline.MORE_TIME, time_control="30d"))[0]
    game = begin(board)
    Move.objects.create(game=game, ply=2, player=game.second, text="stay", seconds=taken * 86_400)
    go_by(clock, hours=ROUND_HOURS)  # the first player, who is to move, has thought for 10 days
    assert codes(board) == booked


def test_the_time_for_which_the_site_lets_the_opponent_wait_is_nobodys_thought(clock):
    board = boards_of(make(AtDeadline.MORE_TIME, time_control="30d"))[0]
    game = begin(board)
    Game.objects.filter(pk=game.pk).update(deadline=None)
    go_by(clock, hours=ROUND_HOURS)
    assert codes(board) == ("D", "D")


def test_a_clock_that_ran_out_before_comes_first(clock):
    round_ = make(AtDeadline.DRAW)
    late = begin(boards_of(round_)[0])
    Game.objects.filter(pk=late.pk).update(deadline=timezone.now() + timedelta(hours=1))
    go_by(clock, hours=ROUND_HOURS)
    assert codes(boards_of(round_)[0]) == ("", "")
    round_.refresh_from_db()
    assert round_.passed is None


def test_nothing_is_decided_while_time_is_owed(clock):
    round_ = make(AtDeadline.DRAW)
    Heartbeat.objects.create(last=timezone.now())
    clock.shift(timedelta(hours=ROUND_HOURS))
    keeping.keep_rounds()
    assert codes(boards_of(round_)[0]) == ("", "")


def test_an_outage_moves_the_deadline_once(clock):
    keeping.keep_rounds()
    round_ = make()
    before, now = round_.deadline, timezone.now()
    Outage.objects.create(started=now + timedelta(hours=1), ended=now + timedelta(hours=4))
    go_by(clock, hours=5)
    go_by(clock, hours=1)
    round_.refresh_from_db()
    assert round_.deadline == before + timedelta(hours=3)


def test_outages_before_a_round_do_not_move_its_deadline(clock):
    keeping.keep_rounds()
    now = timezone.now()
    Outage.objects.create(started=now - timedelta(hours=4), ended=now - timedelta(hours=1))
    round_ = make()
    before = round_.deadline
    go_by(clock, minutes=1)
    round_.refresh_from_db()
    assert round_.deadline == before


def test_who_does_not_come_forfeits_after_the_delay(clock):
    round_ = make(no_show_hours=24)
    here, away = boards_of(round_)
    begin(here, 2)
    go_by(clock, hours=23)
    assert codes(away) == ("", "")
    go_by(clock, hours=1)
    assert (codes(away), codes(here)) == (("-", "+"), ("", ""))


def test_the_second_player_has_the_delay_from_the_first_turn_on(clock):
    round_ = make(no_show_hours=24)
    board = boards_of(round_)[0]
    clock.shift(timedelta(hours=20))
    begin(board, 1)
    Game.objects.filter(pk=board.game_id).update(
        turn_started=timezone.now(), to_move=board.black.player
    )
    go_by(clock, hours=23)
    assert codes(board) == ("", "")
    go_by(clock, hours=1)
    assert codes(board) == ("+", "-")


def test_a_program_of_this_site_is_never_away(clock):
    board = boards_of(make(no_show_hours=24))[0]
    Game.objects.filter(pk=board.game_id).update(deadline=None)
    go_by(clock, hours=48)
    assert codes(board) == ("", "")


def test_what_the_site_does_at_a_deadline_is_in_the_log(clock):
    round_ = make(AtDeadline.DRAW)
    go_by(clock, hours=ROUND_HOURS)
    log = fresh(round_.tournament).log
    assert log.filter(act=Act.DECIDED, by=None, round=1).count() == 2
