from datetime import UTC, datetime, timedelta

import pytest

from ratings.numbers import NEW_GAMES, ONE, START_VARIANCE
from ratings.uncertainty import deviation, grown, updated

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
EVEN = ONE // 2

# After so many games at even odds: U of two newcomers, and against opponents of U 50.
TABLE = [
    (1, 339.942025, 337.194284),
    (5, 300.891767, 288.604943),
    (10, 255.194625, 234.535999),
    (20, 177.294500, 151.706089),
    (30, 121.672481, 101.910453),
    (50, 80.314358, 68.319731),
    (100, 46.056663, 44.772747),
    (200, 42.677481, 42.852860),
]


def k_of_game(number):
    return 40 if number < NEW_GAMES else 20


@pytest.mark.parametrize(("games", "due"), [(games, both) for games, both, _ in TABLE])
def test_two_newcomers_become_certain_as_the_table_says(games, due):
    variance = START_VARIANCE
    for number in range(games):
        variance = updated(variance, variance, k_of_game(number), EVEN)
    assert deviation(variance) == pytest.approx(due, abs=1e-6)


@pytest.mark.parametrize(("games", "due"), [(games, known) for games, _, known in TABLE])
def test_known_opponents_make_certain_as_the_table_says(games, due):
    variance = START_VARIANCE
    for number in range(games):
        variance = updated(variance, 50.0**2, k_of_game(number), EVEN)
    assert deviation(variance) == pytest.approx(due, abs=1e-6)


@pytest.mark.parametrize(
    ("pause", "growth"),
    [
        (timedelta(0), 0),
        (timedelta(hours=23, minutes=59), 0),
        (timedelta(days=1), 25),
        (timedelta(days=9, hours=23), 225),
        (timedelta(hours=-1), 0),
        (timedelta(days=-40), 0),
    ],
)
def test_a_variance_grows_by_25_for_each_whole_day(pause, growth):
    assert grown(3600.0, NOON, NOON + pause) == 3600.0 + growth


def test_a_deviation_of_60_becomes_150_in_two_years():
    assert deviation(grown(3600.0, NOON, NOON + timedelta(days=756))) == 150


def test_a_variance_never_grows_beyond_a_newcomers():
    assert grown(100_000.0, NOON, NOON + timedelta(days=3000)) == START_VARIANCE


def test_a_newcomer_does_not_become_more_uncertain():
    assert grown(START_VARIANCE, None, NOON) == START_VARIANCE
