import pytest

from tests.tournaments.swiss.files import amounts, event_of
from tournaments.swiss.standings import standings
from tournaments.swiss.tiebreaks import parse_list
from tournaments.swiss.tiebreaks.ratings import difference, expected

OF_RATINGS = "ARO,TPR,PTP,APRO,APPO,RTNG"
FOUR = ("2w= 3b0 4w0 Z", "1b= 4w1 3b1 F", "4b1 1w1 2w0 F", "3w0 2b0 1b1 F")


def test_one_unrated_player_leaves_nobody_a_value() -> None:
    event = event_of("2w1", "1b0", ratings=(2000,))
    assert amounts(event, OF_RATINGS) == [None] * 6


def test_a_published_rating_for_the_unrated_gives_everybody_one() -> None:
    event = event_of("2w1", "1b0", ratings=(2000,))
    assert amounts(event, "ARO/U1400,RTNG/U1400") == [1400, 2000]


def test_a_perfect_score_is_worth_736_points_above_the_highest_opponent() -> None:
    event = event_of("2w1 3w1", "1b0 U", "U 1b0", ratings=(2500, 1800, 1000))
    assert amounts(event, "PTP") == [1800 + 736]


def test_a_score_of_nothing_is_worth_800_points_below_the_lowest_opponent() -> None:
    event = event_of("2w0 3w0", "1b1 U", "U 1b1", ratings=(2500, 1800, 1000))
    assert amounts(event, "PTP,TPR") == [1000 - 800, 1400 - 800]


def test_half_a_percent_is_rounded_up() -> None:
    event = event_of(
        "2w= 3w0 4w0 5w0", "1b= Z Z F", "F 1b1 Z Z", "F Z 1b1 Z", "F Z Z 1b1", ratings=(1500,) * 5
    )
    assert amounts(event, "TPR") == [1500 + difference(13)]


def test_a_game_scored_otherwise_counts_as_win_draw_or_loss_all_the_same() -> None:
    scoring = "162  W 3.0    D 1.0    L 0.0    P 3.0"
    ratings = (1900, 1800, 1700, 1600)
    ours, usual = (
        event_of(*FOUR, head=(scoring,), ratings=ratings),
        event_of(*FOUR, ratings=ratings),
    )
    assert amounts(ours, OF_RATINGS) == amounts(usual, OF_RATINGS)


def test_cuts_leave_out_the_lowest_and_the_highest_opponents() -> None:
    event = event_of(*FOUR, ratings=(1900, 1803, 1701, 1600))
    assert amounts(event, "ARO,ARO/C1,ARO/M1,ARO/C3") == [1701, 1752, 1701, None]


def test_no_game_is_no_value() -> None:
    event = event_of("2w+", "1b-", ratings=(1900, 1800))
    assert amounts(event, OF_RATINGS) == [None, None, None, None, None, 1900]


def test_ratings_rank_the_other_way_round_if_asked() -> None:
    event = event_of("2w=", "1b=", ratings=(1900, 1800))
    for codes, order in (("RTNG", [1, 2]), ("RTNG/R", [2, 1]), ("TPN", [1, 2]), ("TPN/R", [2, 1])):
        assert [line.number for line in standings(event, parse_list(codes))] == order


@pytest.mark.parametrize(
    ("apart", "percent"), [(0, 50), (3, 50), (4, 51), (400, 92), (735, 99), (736, 100), (2000, 100)]
)
def test_expected_scores_use_the_whole_table(apart: int, percent: int) -> None:
    assert expected(1000 + apart, 1000) == percent
    assert expected(1000, 1000 + apart) == 100 - percent


def test_a_difference_for_a_low_score_is_that_for_a_high_one_turned_round() -> None:
    assert [difference(percent) for percent in (100, 75, 50, 25, 0)] == [800, 193, 0, -193, -800]
