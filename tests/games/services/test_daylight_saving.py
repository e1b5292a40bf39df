"""A day is 24 hours also where the clocks of Madrid change: on 29 March and 25 October 2026."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import Termination
from games.services import vacations
from tests.games.factories import make_game
from tests.games.moving_clock import DAY, HOUR, fresh, play

MADRID = ZoneInfo("Europe/Madrid")
SECOND = timedelta(seconds=1)

EVES = [datetime(2026, 3, 28, 12, tzinfo=MADRID), datetime(2026, 10, 24, 12, tzinfo=MADRID)]

pytestmark = [
    pytest.mark.usefixtures("clock", "savings"),
    pytest.mark.parametrize("eve", EVES),
]


@pytest.fixture
def clock(db, eve):
    with time_machine.travel(eve, tick=False) as clock, timezone.override(MADRID):
        yield clock


def test_a_day_a_move_is_24_hours(amaia, unai, clock):
    game = make_game(amaia, unai, time_control="1d")
    clock.shift(24 * HOUR)
    assert services.keep_time() == 0
    clock.shift(SECOND)
    services.keep_time()
    assert fresh(game).termination == Termination.TIMEOUT


def test_a_bank_pays_for_the_hours_that_went_by(amaia, unai, clock):
    game = make_game(amaia, unai, time_control="7d+1d")
    clock.shift(DAY)
    assert play(game, amaia).seconds == 86_400
    assert fresh(game).first_bank == 7 * 86_400


def test_a_day_of_vacation_is_24_hours(amaia, unai, eve):
    game = make_game(amaia, unai, time_control="1d")
    before = game.deadline
    vacations.take(amaia, 2)
    assert fresh(game).deadline - before == timedelta(hours=48)


def test_a_day_given_is_24_hours(amaia, unai, eve):
    game = make_game(amaia, unai, time_control="1d")
    before = game.deadline
    services.give_day(game.pk, unai, 0)
    assert fresh(game).deadline - before == timedelta(hours=24)


def test_an_outage_gives_back_the_hours_that_went_by(amaia, unai, clock):
    services.keep_time()
    game = make_game(amaia, unai, time_control="3d")
    before = game.deadline
    clock.shift(24 * HOUR)
    services.keep_time()
    assert fresh(game).deadline - before == timedelta(hours=24)
