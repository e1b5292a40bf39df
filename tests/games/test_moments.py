from datetime import timedelta

import pytest
from django.utils import timezone

from games.templatetags.moments import ago


@pytest.mark.parametrize(
    ("past", "text"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=2, seconds=1), "2\xa0minutes ago"),
        (timedelta(days=3, hours=5), "3\xa0days ago"),
        (timedelta(days=12), "1\xa0week ago"),
    ],
)
def test_the_past_is_told_in_one_unit(past: timedelta, text: str) -> None:
    assert ago(timezone.now() - past) == text
