import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from ratings.views.statistics import counted
from tests.games.factories import make_user
from tests.ratings.entries import make_entry, make_established
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db

PAGE = reverse("rating-statistics")


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def shown(client):
    return client.get(PAGE).content.decode()


def test_the_leaderboard_leads_to_the_statistics(client):
    assert f'href="{PAGE}"' in client.get(reverse("leaderboard")).content.decode()


def test_an_empty_site_says_so_in_words(client):
    page = shown(client)
    assert "Nobody has a settled rating yet." in page
    assert "No game has ended with a result yet." in page
    assert "No game has been scored yet." in page
    assert "Nobody with 20 rated games has finished one in the last twelve months." in page


def test_the_page_tells_what_was_counted(client):
    amaia, unai = make_established("amaia", []), make_user("unai")
    scored = {"termination": "score", "score": {"decided": 3}, "finished": timezone.now()}
    make_entry(finish(amaia, unai, **scored), first_games=19)
    page = shown(client)
    assert '<svg class="rating-graph"' in page
    assert "1 game: the first player scored <strong>100.0 %</strong>" in page
    assert '<th scope="row">3</th><td class="num">1</td>' in page
    assert '<td class="num">1520.0</td><td class="num">0.0</td>' in page


def test_the_numbers_are_kept_for_a_while(client):
    shown(client)
    finish(make_user("amaia"), make_user("unai"))
    assert "No game has ended with a result yet." in shown(client)


def test_the_numbers_take_four_queries(client, django_assert_num_queries):
    make_entry(finish(make_established("amaia", []), make_user("unai")))
    with django_assert_num_queries(4):
        counted()
