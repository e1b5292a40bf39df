import re
from datetime import UTC, datetime, timedelta

import pytest

from ratings.numbers import POINT
from ratings.presenters.graph import BOTTOM, MOST_POINTS, NARROW, TOP, WIDE, Extras, graph

DAY = timedelta(days=1)
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def daily(games):
    return [START + game * DAY for game in range(games)]


def drawn(*ratings):
    return graph([rating * POINT for rating in ratings], daily(len(ratings) - 1), "amaia")


def heights(picture):
    points = re.search('points="([^"]+)"', picture)[1]
    return [float(point.split(",")[1]) for point in points.split()]


def test_a_higher_rating_is_drawn_higher():
    before, won, lost = heights(drawn(1500, 1520, 1490))
    assert won < before < lost


def test_the_line_stays_between_the_axes():
    assert all(
        TOP <= height <= NARROW.height - BOTTOM for height in heights(drawn(600, 2791, 1200))
    )


def test_the_axis_is_labelled_with_round_ratings_around_the_line():
    labels = [int(text) for text in re.findall(">([0-9]+)</text>", drawn(1493, 1541))]
    assert labels == [1480, 1500, 1520, 1540, 1560]


def test_a_reader_who_sees_no_picture_is_told_the_story():
    picture = drawn(1500, 1520, 1490)
    assert ">Rating of amaia over 2 rated games</title>" in picture
    assert ">From 1500 to 1490; lowest 1490, highest 1520.</desc>" in picture


def test_an_unchanged_rating_is_a_level_line():
    assert len(set(heights(drawn(1500, 1500)))) == 1


def test_a_long_history_is_thinned_and_keeps_its_ends():
    picture = graph([(1000 + game) * POINT for game in range(2000)], daily(1999), "amaia")
    line = heights(picture)
    assert len(line) == MOST_POINTS + 1
    assert line[0] == max(line)
    assert line[-1] == min(line)


def test_a_line_needs_a_rated_game():
    with pytest.raises(ValueError, match="rated game"):
        drawn(1500)


def places(picture):
    points = re.search('points="([^"]+)"', picture)[1]
    return [float(point.split(",")[0]) for point in points.split()]


def test_games_stand_where_they_ended_in_time():
    ends = [START, START + DAY, START + 4 * DAY]
    before, first, second, third = places(graph([1500 * POINT] * 4, ends, "amaia"))
    assert before == first
    assert third - first == pytest.approx(4 * (second - first), abs=0.5)


def test_games_that_ended_at_one_instant_are_drawn_side_by_side():
    xs = places(graph([1500 * POINT] * 4, [START] * 3, "amaia"))
    assert xs == sorted(set(xs))


@pytest.mark.parametrize(
    ("shape", "days"),
    [
        (NARROW, ["1 Mar 2026", "6 Mar 2026", "11 Mar 2026"]),
        (WIDE, [f"{day} Mar 2026" for day in (1, 3, 5, 7, 9, 11)]),
    ],
)
def test_the_axis_has_as_many_dates_as_fit(shape, days):
    picture = graph([1500 * POINT] * 12, daily(11), "amaia", shape)
    assert re.findall("[0-9]+ Mar 2026", picture) == days


def test_games_of_one_day_have_its_date_once():
    assert drawn(1500, 1520).count("1 Mar 2026") == 1


def with_extras(*ratings, **extras):
    ends = daily(len(ratings) - 1)
    return graph([rating * POINT for rating in ratings], ends, "tuff", WIDE, Extras(**extras))


def test_the_uncertainty_is_a_band_about_the_line():
    picture = with_extras(1500, 1520, deviations=[10, 5])
    band = re.search('class="area" points="([^"]+)"', picture)[1].split()
    line = re.search('class="line" points="([^"]+)"', picture)[1].split()
    above, below = (float(band[place].split(",")[1]) for place in (1, 2))
    assert above < float(line[1].split(",")[1]) < below


def test_a_band_wider_than_the_picture_ends_at_its_edges():
    picture = with_extras(1500, 1520, deviations=[900, 5])
    band = re.search('class="area" points="([^"]+)"', picture)[1]
    assert all(TOP <= float(place.split(",")[1]) <= WIDE.height - BOTTOM for place in band.split())


def test_instants_within_the_time_are_named():
    names = [(START + 2 * DAY, "v6"), (START - DAY, "v1"), (START + 99 * DAY, "v9")]
    picture = with_extras(*[1500] * 12, names=names)
    assert re.findall(r">(v\d)<", picture) == ["v6"]


def test_names_that_would_overlap_leave_the_newer_one():
    names = [(START + 2 * DAY, "v6"), (START + 2.1 * DAY, "v7")]
    assert re.findall(r">(v\d)<", with_extras(*[1500] * 12, names=names)) == ["v7"]
