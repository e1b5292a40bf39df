from datetime import timedelta

import pytest

from games.presenters.clocks import short


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
