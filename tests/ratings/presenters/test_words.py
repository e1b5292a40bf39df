import pytest

from ratings.facts import Reason
from ratings.numbers import LEAST_SHOWN
from ratings.presenters import words


@pytest.mark.parametrize(("rating", "text"), [(1499_499_999, "1499"), (1499_500_000, "1500")])
def test_a_rating_is_shown_as_whole_points_half_up(rating, text):
    assert words.points(rating) == text


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (7_200_000, "+7.2"),
        (-15_671_320, "−15.7"),
        (0, "0.0"),
        (-49_999, "0.0"),
        (LEAST_SHOWN, "+0.1"),
    ],
)
def test_a_change_has_a_sign_and_one_decimal(change, text):
    assert words.signed(change) == text


@pytest.mark.parametrize(("expected", "text"), [(640_000, "64 %"), (215_000, "22 %")])
def test_an_expected_score_is_a_whole_percent(expected, text):
    assert words.percent(expected) == text


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason):
    assert words.not_rated(reason).endswith(".")
