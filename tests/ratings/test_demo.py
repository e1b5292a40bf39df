"""The demo with its season: enough for every page of the ratings, and all of it true."""

import pytest
from django.db import transaction
from django.urls import reverse

from games.consistency import contradictions
from games.demo import load_demo, season
from ratings.models import LedgerEntry
from ratings.services import follow
from ratings.tasks import count_statistics
from sumendi_site.accounts.models import User
from tournaments.demo import RATINGS


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker):
    """Made once for all tests, which only look at it, and taken back after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        load_demo(season())
        follow()
        yield
        transaction.set_rollback(True)


def test_the_ratings_that_events_of_the_demo_begin_with_are_those_of_the_season(demo):
    players = list(User.objects.filter(username__in=RATINGS))
    assert len(players) == len(RATINGS)
    for player in players:
        assert abs(player.rating_points - RATINGS[player.username]) <= 5


def listed(client, show):
    rows = client.get(reverse("leaderboard"), {"show": show}).context["rows"]
    return [listing.player.username for _, listing in rows]


def test_the_season_is_consistent_and_replays_to_the_same_digits(demo):
    assert list(contradictions()) == []
    assert LedgerEntry.objects.filter(rated=True).count() > 150


def test_games_of_the_season_end_one_after_the_other(demo):
    ends = list(LedgerEntry.objects.order_by("sequence").values_list("finished", flat=True))
    assert ends == sorted(ends)


def test_people_and_bots_of_the_demo_are_on_the_leaderboards(demo, client):
    assert len(listed(client, "people")) >= 6
    assert len(listed(client, "bots")) >= 3


def test_every_size_of_the_demo_has_a_leaderboard(demo, client):
    for size in ("5", "6", "7"):
        assert client.get(reverse("leaderboard"), {"size": size}).context["rows"]


def test_the_demo_has_statistics_and_months(demo, client):
    count_statistics()
    figures = client.get(reverse("rating-statistics")).context
    assert figures["overall"].games > 150
    assert len({month.start for month in figures["months"]}) >= 3
    assert {month.kind for month in figures["months"]} == {"person", "bot"}


def test_a_player_of_the_demo_has_a_history_to_look_at(demo, client):
    page = client.get(reverse("rating-history", args=["amaia"])).content.decode()
    assert '<svg class="rating-graph"' in page
