"""Clocks that several set at once: real threads, each with transactions of its own."""

from datetime import timedelta
from threading import Event

import pytest
from django.utils import timezone

from games import services
from games.house import LEVELS, RANDOM
from games.models import Game, Heartbeat, Move, Outage, Vacation
from games.services import house_games, offers, vacations
from games.services.house_bots import account_of
from tests.games.at_once import at_once
from tests.games.factories import make_challenge, make_game
from tests.games.moving_clock import DAY, HOUR, fresh, saved_days

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.stack,
    pytest.mark.usefixtures("savings"),
]


def test_two_sweeps_at_once_give_an_outage_back_once(amaia, unai):
    game = make_game(amaia, unai)
    deadline = game.deadline
    Heartbeat.objects.create(last=game.turn_started)
    now = game.turn_started + 3 * HOUR
    at_once([lambda: services.downtime.beat(now)] * 4)
    assert fresh(game).deadline - deadline == 3 * HOUR
    assert Outage.objects.count() == 1


def test_two_sweeps_at_once_begin_a_vacation_once(amaia, unai):
    game = make_game(amaia, unai)
    starts = timezone.now()
    Vacation.objects.create(player=amaia, starts=starts, ends=starts + 7 * DAY)
    deadline = game.deadline
    at_once([lambda: vacations.begin_due(timezone.now())] * 4)
    assert fresh(game).deadline - deadline == 7 * DAY


def test_of_several_vacations_taken_at_once_one_is_taken(amaia):
    at_once([lambda: services.take_vacation(amaia, 7)] * 6)
    assert Vacation.objects.count() == 1
    assert saved_days(amaia) == 23


@pytest.mark.parametrize("attempt", range(3))
def test_a_move_and_a_vacation_at_once_leave_the_next_turn_stopped(amaia, unai, attempt):
    game = make_game(amaia, unai)
    at_once(
        [lambda: services.play(game.pk, amaia, 1, "e5"), lambda: services.take_vacation(unai, 7)]
    )
    assert Move.objects.count() == 1
    ends = Vacation.objects.get().ends
    assert abs(fresh(game).deadline - ends - 3 * DAY) < timedelta(minutes=1)


def test_two_players_leave_at_once_and_every_clock_is_right(amaia, unai):
    games = [make_game(amaia, unai) for _ in range(5)] + [make_game(unai, amaia) for _ in range(5)]
    deadlines = {game.pk: game.deadline for game in games}
    at_once([lambda who=who: services.take_vacation(who, 7) for who in (amaia, unai)])
    assert {fresh(game).deadline - deadlines[game.pk] for game in games} == {7 * DAY}


def test_a_challenge_and_a_vacation_at_once_do_not_wait_for_each_other(amaia, monkeypatch):
    house = account_of(LEVELS[0])
    challenged, leaving = Event(), Event()
    begin, require_possible = offers.begin, vacations._require_possible

    def begin_late(*args):
        challenged.set()
        leaving.wait(2)
        Event().wait(0.2)
        return begin(*args)

    def leave_meanwhile(*args):
        challenged.wait(2)
        leaving.set()
        return require_possible(*args)

    monkeypatch.setattr(offers, "begin", begin_late)
    monkeypatch.setattr(vacations, "_require_possible", leave_meanwhile)
    at_once(
        [
            lambda: make_challenge(amaia, house, seat="first"),
            lambda: services.take_vacation(amaia, 2),
        ]
    )
    assert (Game.objects.count(), Vacation.objects.count()) == (1, 1)


def test_a_click_sent_ten_times_begins_one_game_with_a_house_bot(amaia, monkeypatch):
    account_of(RANDOM)
    require_few_games = house_games.require_few_games

    def slowly(player):
        require_few_games(player)
        Event().wait(0.05)

    monkeypatch.setattr(house_games, "require_few_games", slowly)
    at_once([lambda: services.play_house_bot(amaia, RANDOM, 5)] * 10)
    assert Game.objects.count() == 1
