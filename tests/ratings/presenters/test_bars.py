import re

import pytest

from ratings.presenters.bars import MOST, bars


def lengths(picture):
    return [float(width) for width in re.findall('<rect[^>]* width="([0-9.]+)"', picture)]


def test_bars_are_as_long_as_their_counts():
    assert lengths(bars([("low", 1), ("high", 4)], "Players")) == [MOST / 4, MOST]


def test_each_bar_has_its_label_and_its_number_in_text():
    texts = re.findall(">([^<]+)</text>", bars([("1500", 3), ("1600", 0)], "Players"))
    assert texts == ["1500", "3", "1600", "0"]


def test_labels_are_escaped():
    assert "&lt;b&gt;" in bars([("<b>", 1)], "Players")


def test_the_picture_has_a_name():
    assert "<title>Players &amp; bots</title>" in bars([("1500", 3)], "Players & bots")


@pytest.mark.parametrize("rows", [[], [("1500", 0)]])
def test_nothing_counted_is_no_picture(rows):
    with pytest.raises(ValueError, match="counted"):
        bars(rows, "Players")
