from datetime import UTC, datetime

import pytest

from ratings.models import Revision
from ratings.numbers import POINT
from ratings.presenters.monthly import monthly
from sumendi_site.accounts.models import User
from tests.games.factories import make_user
from tests.ratings.entries import make_entry
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)
MARCH, FEBRUARY = datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 2, 28, 23, tzinfo=UTC)


@pytest.fixture
def amaia(db):
    return make_user("amaia")


@pytest.fixture
def unai(db):
    return make_user("unai")


def rate(first, second, ratings, finished=MARCH, games=(19, 19), **fields):
    after = {
        "first_after": ratings[0] * POINT,
        "second_after": ratings[1] * POINT,
        "first_games": games[0],
        "second_games": games[1],
    }
    make_entry(finish(first, second, finished=finished), **after | fields)


def newcomers(now=NOW):
    months = monthly(now)
    return [(one.kind, one.newcomers_games, one.newcomers_change) for one in months]


def told(now=NOW):
    return [(month.start.month, month.kind, month.players, month.mean) for month in monthly(now)]


def test_a_month_has_the_mean_and_the_spread_of_its_players(amaia, unai):
    rate(amaia, unai, (1700, 1500))
    (month,) = monthly(NOW)
    assert (month.start, month.players) == (datetime(2026, 3, 1, tzinfo=UTC), 2)
    assert (month.mean, month.spread) == (pytest.approx(1600), pytest.approx(100))


def test_only_the_last_rating_of_a_player_in_a_month_counts(amaia, unai):
    rate(amaia, unai, (1700, 1500))
    rate(unai, amaia, (1450, 1750))
    assert told() == [(3, "person", 2, pytest.approx(1600))]
    assert monthly(NOW)[0].spread == pytest.approx(150)


def test_months_are_apart_the_newest_first(amaia, unai):
    rate(amaia, unai, (1700, 1500), FEBRUARY)
    rate(amaia, unai, (1710, 1500))
    assert told() == [(3, "person", 2, 1605), (2, "person", 2, 1600)]


def test_people_and_bots_are_apart(amaia):
    rate(amaia, make_user("basalt", kind=User.Kind.BOT), (1700, 1500))
    assert told() == [(3, "person", 1, 1700), (3, "bot", 1, 1500)]


def test_players_with_fewer_than_twenty_games_do_not_count(amaia, unai):
    rate(amaia, unai, (1700, 1500), games=(19, 18))
    assert told() == [(3, "person", 1, 1700)]


def test_unrated_games_and_rows_that_a_revision_replaced_do_not_count(amaia, unai):
    rate(amaia, unai, (1700, 1500), rated=False, reason="casual")
    rate(amaia, unai, (1900, 1500))
    Revision.objects.create(number=1, start=0)
    assert told() == []


def test_what_is_older_than_twelve_months_is_left_out(amaia, unai):
    rate(amaia, unai, (1700, 1500), datetime(2025, 3, 31, tzinfo=UTC))
    rate(amaia, unai, (1700, 1500), datetime(2025, 4, 1, tzinfo=UTC))
    assert told() == [(4, "person", 2, 1600)]


def test_the_mean_change_of_newcomers_is_that_of_first_thirty_games(amaia, unai):
    rate(amaia, unai, (1520, 1480), games=(29, 30))
    rate(unai, amaia, (1480, 1500), games=(31, 28), second_change=-10 * POINT)
    assert newcomers() == [("person", 2, pytest.approx(5))]
    assert monthly(NOW)[0].newcomers_text == "+5.0"


def test_newcomers_of_both_kinds_are_apart(amaia):
    rate(amaia, make_user("basalt", kind=User.Kind.BOT), (1520, 1480), games=(3, 4))
    assert newcomers() == [("person", 1, 20), ("bot", 1, -20)]


def test_a_month_of_newcomers_alone_has_no_mean(amaia, unai):
    rate(amaia, unai, (1520, 1480), games=(3, 4))
    (month,) = monthly(NOW)
    assert (month.players, month.mean, month.spread) == (0, None, None)


def test_a_month_without_newcomers_says_nothing_of_them(amaia, unai):
    rate(amaia, unai, (1520, 1480), games=(40, 50))
    assert newcomers() == [("person", 0, None)]
    assert monthly(NOW)[0].newcomers_text == ""


def test_points_are_made_at_the_floor(amaia, unai):
    """The worked example: the loser at 601.5 stops at 600 instead of losing 8.8964."""
    low = {"second_k": 20, "second_expected": 444_820, "second_change": -1_500_000}
    won = {"first_k": 20, "first_expected": 555_180, "first_change": 8_896_400}
    rate(amaia, unai, (649, 600), **low, **won)
    assert monthly(NOW)[0].made_at_floor == pytest.approx(8.8964 - 1.5)


def test_a_game_away_from_the_floor_makes_no_points(amaia, unai):
    rate(amaia, unai, (1520, 1480))
    assert monthly(NOW)[0].made_at_floor == 0
