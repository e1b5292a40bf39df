"""The arithmetic of matches."""

import math

import pytest

from games.search.arena.tally import Tally, elo, shown


def test_a_draw_is_half_a_point():
    assert Tally(won=1, lost=1, drawn=2).score == 0.5
    assert Tally(won=3, lost=0, drawn=1).score == 0.875


def test_tallies_add_up():
    assert Tally(1, 2, 3) + Tally(10, 20, 30) == Tally(11, 22, 33)


@pytest.mark.parametrize(
    ("won", "lost", "low", "high"),
    # Newcombe 1998, table I, method 3
    [(81, 263 - 81, 0.2553, 0.3662), (15, 148 - 15, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_the_interval_is_the_published_one(won, lost, low, high):
    assert Tally(won, lost).interval == pytest.approx((low, high), abs=5e-5)


def test_before_the_first_game_everything_is_possible():
    assert Tally().score == 0.5
    assert Tally().interval == (0.0, 1.0)


def test_an_interval_ends_at_all_points():
    assert Tally(won=29).interval == (pytest.approx(0.8830, abs=5e-5), 1)
    assert Tally(lost=4).interval == (0, pytest.approx(0.4899, abs=5e-5))


@pytest.mark.parametrize(
    ("score", "difference"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.76, 200.24)]
)
def test_elo_is_four_hundred_at_odds_of_ten(score, difference):
    assert elo(score) == pytest.approx(difference, abs=0.01)


def test_who_won_or_lost_all_games_is_beyond_any_difference():
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf
    assert shown(math.inf) == "+∞"


def test_a_tally_reads_as_a_line():
    assert str(Tally(120, 78, 2)) == "120-78-2, 60.5 % (53.6 to 67.0), Elo +74 (+25 to +123)"
