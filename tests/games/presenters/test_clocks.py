from datetime import timedelta

import pytest

from games.presenters.clocks import in_words, short


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(days=6, hours=4, minutes=59), "6 d 04 h"),
        (timedelta(hours=5, minutes=12), "5 h 12 m"),
        (timedelta(minutes=12, seconds=3), "12 m 03 s"),
        (timedelta(seconds=-5), "0 m 00 s"),
    ],
)
def test_a_time_is_told_by_the_two_units_that_matter(left: timedelta, text: str) -> None:
    assert short(left) == text


@pytest.mark.parametrize(
    ("length", "text"),
    [
        (timedelta(days=2, hours=3, minutes=59), "2 days and 3 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=1, minutes=12), "1 hour and 12 minutes"),
        (timedelta(seconds=59), "less than a minute"),
    ],
)
def test_a_length_is_told_in_words(length: timedelta, text: str) -> None:
    assert in_words(length) == text
