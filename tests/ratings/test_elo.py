"""The worked examples are those of the ratings note."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import elo
from ratings.numbers import FLOOR, ONE, POINT

ratings = st.integers(FLOOR, 3400 * POINT)
below_the_limit = st.integers(FLOOR, 2650 * POINT - 1)


# Before, games, K and peak of both; half points of the first; expected, change and after of both.
# Ratings and changes are in micro-points, peaks in points.
WORKED = {
    "two newcomers, the first wins": (
        (1500_000000, 0, 40, None, False),
        (1500_000000, 0, 40, None, False),
        *(2, (500000, 20_000000, 1520_000000), (500000, -20_000000, 1480_000000)),
    ),
    "two newcomers draw: nothing moves": (
        (1500_000000, 0, 40, None, False),
        (1500_000000, 5, 40, None, False),
        *(1, (500000, 0, 1500_000000), (500000, 0, 1500_000000)),
    ),
    "a newcomer beats an established player": (
        (1500_000000, 3, 40, None, False),
        (1723_500000, 80, 20, 1800, False),
        *(2, (216434, 31_342640, 1531_342640), (783566, -15_671320, 1707_828680)),
    ),
    "the 30th game has K 40, the 31st K 20": (
        (1640_250000, 29, 40, None, False),
        (1590_750000, 30, 20, 1600, False),
        *(0, (570758, -22_830320, 1617_419680), (429242, 11_415160, 1602_165160)),
    ),
    "a draw, 200 points apart": (
        (1900_000000, 100, 20, 1950, False),
        (1700_000000, 100, 20, 1750, False),
        *(1, (759747, -5_194940, 1894_805060), (240253, 5_194940, 1705_194940)),
    ),
    "exactly 400 apart, the favourite wins": (
        (2000_000000, 60, 20, 2000, False),
        (1600_000000, 60, 20, 1650, False),
        *(2, (909091, 1_818180, 2001_818180), (90909, -1_818180, 1598_181820)),
    ),
    "700 apart counts as 400, the favourite wins": (
        (2100_000000, 60, 20, 2100, False),
        (1400_000000, 60, 20, 1500, False),
        *(2, (909091, 1_818180, 2101_818180), (90909, -1_818180, 1398_181820)),
    ),
    "700 apart counts as 400, an upset": (
        (2100_000000, 60, 20, 2100, False),
        (1400_000000, 60, 20, 1500, False),
        *(0, (909091, -18_181820, 2081_818180), (90909, 18_181820, 1418_181820)),
    ),
    "once 2400, K stays 10": (
        (2388_400000, 300, 10, 2405, False),
        (2310_000000, 90, 20, 2350, False),
        *(0, (610950, -6_109500, 2382_290500), (389050, 12_219000, 2322_219000)),
    ),
    "from 2650 on the true difference, for that player only": (
        (2700_000000, 400, 10, 2710, False),
        (2200_000000, 200, 20, 2250, False),
        *(2, (946760, 532400, 2700_532400), (90909, -1_818180, 2198_181820)),
    ),
    "an established bot against a newcomer": (
        (1850_000000, 500, 10, 1900, True),
        (1500_000000, 0, 40, None, False),
        *(0, (882338, -8_823380, 1841_176620), (117662, 35_293520, 1535_293520)),
    ),
    "the loser stops at the floor": (
        (601_500000, 50, 20, 900, False),
        (640_000000, 40, 20, 900, False),
        *(0, (444820, -1_500000, 600_000000), (555180, 8_896400, 648_896400)),
    ),
}


@pytest.mark.parametrize("name", WORKED)
def test_a_worked_example_comes_out_to_the_last_digit(name):
    first, second, half_points, *due = WORKED[name]
    for own, other, score, figures in (
        (first, second, half_points, due[0]),
        (second, first, 2 - half_points, due[1]),
    ):
        before, games, k, peak, is_bot = own
        assert elo.k_factor(games, peak and peak * POINT, is_bot) == k
        expected = elo.expected(before, other[0])
        after = elo.after(before, elo.change(k, score, expected))
        assert (expected, after - before, after) == figures


@given(below_the_limit, below_the_limit)
def test_expected_scores_below_2650_add_up_to_one(own, other):
    assert elo.expected(own, other) + elo.expected(other, own) == ONE


@given(ratings, ratings, st.integers(0, 50 * POINT))
def test_a_stronger_opponent_never_raises_what_is_expected(own, other, more):
    assert elo.expected(own, other + more) <= elo.expected(own, other)


@given(below_the_limit, ratings)
def test_below_2650_an_expected_score_is_never_quite_none_or_all(own, other):
    assert 0 < elo.expected(own, other) < ONE


@pytest.mark.parametrize(("apart", "expected"), [(400, 909_091), (401, 909_091), (399, 908_614)])
def test_a_difference_counts_as_400_at_most(apart, expected):
    assert elo.expected((1500 + apart) * POINT, 1500 * POINT) == expected


def test_the_true_difference_begins_at_2650_exactly():
    limited = elo.expected(2650 * POINT - 1, 2000 * POINT)
    assert limited == 909_091
    assert elo.expected(2650 * POINT, 2000 * POINT) == 976_836


def test_the_true_difference_also_counts_for_the_weaker_of_two_above_2650():
    assert elo.expected(2650 * POINT, 3150 * POINT) == 53_240


@pytest.mark.parametrize(
    ("games", "peak", "is_bot", "k"),
    [
        (0, None, False, 40),
        (29, None, False, 40),
        (30, 1500, False, 20),
        (30, 2399.999999, False, 20),
        (30, 2400, False, 10),
        (0, None, True, 40),
        (29, None, True, 40),
        (30, 1500, True, 10),
    ],
)
def test_k_falls_after_thirty_games_at_a_peak_of_2400_and_for_bots(games, peak, is_bot, k):
    assert elo.k_factor(games, peak and round(peak * POINT), is_bot) == k


@pytest.mark.parametrize(
    ("peak", "games", "rating", "after"),
    [
        (None, 29, 2500, None),
        (None, 30, 1400, 1400),
        (1400, 31, 1399, 1400),
        (1400, 31, 1401, 1401),
    ],
)
def test_a_peak_is_kept_from_the_thirtieth_game_on(peak, games, rating, after):
    assert elo.peak_after(peak, games, rating) == after


@given(st.sampled_from([10, 20, 40]), st.sampled_from([0, 1, 2]), below_the_limit, below_the_limit)
def test_with_equal_k_what_one_gains_the_other_loses(k, half_points, own, other):
    gain = elo.change(k, half_points, elo.expected(own, other))
    assert gain + elo.change(k, 2 - half_points, elo.expected(other, own)) == 0
