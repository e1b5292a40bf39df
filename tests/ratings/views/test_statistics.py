from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from ratings.presenters.figures import counted
from ratings.tasks import count_statistics
from tests.games.factories import make_user
from tests.ratings.entries import make_entry, make_established
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db

PAGE = reverse("rating-statistics")


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def shown(client):
    count_statistics()
    return later(client)


def later(client):
    return client.get(PAGE).content.decode()


def test_the_leaderboard_leads_to_the_statistics(client):
    assert f'href="{PAGE}"' in client.get(reverse("leaderboard")).content.decode()


def test_an_empty_site_says_so_in_words(client):
    page = shown(client)
    assert "Nobody has a settled rating yet." in page
    assert "No game has ended with a result yet." in page
    assert "No game has been scored yet." in page
    assert "Nobody has finished a rated game in the last twelve months." in page


def test_the_page_tells_what_was_counted(client):
    amaia, unai = make_established("amaia", []), make_user("unai")
    scored = {"termination": "score", "score": {"decided": 3}, "finished": timezone.now()}
    make_entry(finish(amaia, unai, **scored), first_games=19)
    page = shown(client)
    assert '<svg class="rating-graph"' in page
    assert "1 game: the first player scored <strong>100.0 %</strong>" in page
    assert '<th scope="row">3</th><td class="num">1</td>' in page
    assert '<td class="num">1520.0</td><td class="num">0.0</td>' in page
    assert page.count('<td class="num">0.0</td>') == 3  # the spread, newcomers, the floor


def test_the_figures_are_those_counted_last_and_say_when(client):
    finish(make_user("amaia"), make_user("unai"))
    with time_machine.travel(timezone.now() - timedelta(minutes=10), tick=False):
        count_statistics()
    finish(make_user("nora"), make_user("jokin"))
    page = later(client)
    assert "1 game: the first player scored" in page
    assert "10\N{NO-BREAK SPACE}minutes ago" in page


def test_before_the_first_figures_a_reader_is_told_and_the_workers_are_woken_once(
    client, monkeypatch
):
    woken = []
    monkeypatch.setattr("ratings.views.statistics.wake", woken.append)
    for _ in range(2):
        assert "The figures are being counted." in later(client)
    assert woken == ["ratings.tasks.count_statistics"]


def test_figures_without_a_game_are_soon_counted_again(client):
    count_statistics()
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        assert "The figures are being counted." in later(client)


def test_a_reader_costs_no_count(client, django_assert_num_queries):
    finish(make_user("amaia"), make_user("unai"))
    count_statistics()
    with django_assert_num_queries(1):
        later(client)


def test_the_numbers_take_four_queries(client, django_assert_num_queries):
    make_entry(finish(make_established("amaia", []), make_user("unai")))
    with django_assert_num_queries(4):
        counted()
