"""What is foreseen is what the ledger then does."""

from datetime import timedelta

import pytest

from ratings.facts import Reason
from ratings.models import LedgerEntry
from ratings.numbers import PAIR_DAYS
from ratings.services import follow, foresee
from sumendi_site.accounts.models import User
from tests.games.factories import make_user
from tests.ratings.finished import DAY_ONE, finish

MONTH = timedelta(days=PAIR_DAYS)


@pytest.fixture
def bot(unai):
    return make_user("robot", kind=User.Kind.BOT, owner=unai)


def rate(first, second, at):
    """The reason with which a game that ends now is not rated; empty when it is."""
    finish(first, second, finished=at)
    follow()
    return LedgerEntry.objects.latest("sequence").reason


def test_the_ledger_does_what_was_foreseen_at_each_game(amaia, bot):
    for hours in range(5):
        now = DAY_ONE + timedelta(hours=hours)
        foreseen = foresee(amaia, [bot], now)
        assert rate(amaia, bot, now) == ("pair" if foreseen else "")
    assert foreseen


@pytest.mark.parametrize("late", [timedelta(0), timedelta(microseconds=1)])
def test_it_is_right_to_the_instant_when_games_are_rated_again(amaia, bot, late):
    for _ in range(3):
        rate(amaia, bot, DAY_ONE)
    until = foresee(amaia, [bot], DAY_ONE)[bot.pk].until
    assert until == DAY_ONE + MONTH
    assert bool(foresee(amaia, [bot], until + late)) == (rate(bot, amaia, until + late) == "pair")


def test_who_has_one_owner_is_told_apart_from_who_has_played_much(amaia, unai, bot):
    foreseen = foresee(unai, [amaia, bot], DAY_ONE)
    assert {pk: one.reason for pk, one in foreseen.items()} == {bot.pk: Reason.OWNER}
    assert rate(unai, bot, DAY_ONE) == "owner"


def test_many_opponents_take_one_query(amaia, players, django_assert_num_queries):
    with django_assert_num_queries(1):
        foresee(amaia, players, DAY_ONE)
