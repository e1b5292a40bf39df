from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ratings.models import Revision
from ratings.numbers import POINT
from sumendi_site.accounts.models import User
from tests.games.factories import make_finished_game, make_user
from tests.ratings.entries import make_entry, make_established

pytestmark = pytest.mark.django_db

BOARD = reverse("leaderboard")


@pytest.fixture
def opponents():
    return [make_user(f"opponent-{number}") for number in range(5)]


def days_ago(days):
    return timezone.now() - timedelta(days=days)


def listed(client, **query):
    return [player.username for _, player in client.get(BOARD, query).context["rows"]]


def test_a_player_who_meets_every_rule_is_listed(client, opponents):
    make_established("amaia", opponents)
    assert listed(client) == ["amaia"]


@pytest.mark.parametrize(
    "fields",
    [
        {"rated_games": 19},
        {"rating_variance": 151.0**2},
        {"last_rated_at": timezone.now() - timedelta(days=91)},
        {"is_active": False},
        {"kind": User.Kind.GUEST},
        {"kind": User.Kind.HOUSE},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_player_who_fails_a_rule_is_not(client, opponents, fields):
    make_established("amaia", opponents, **fields)
    assert listed(client) == []


def test_uncertainty_counts_as_it_has_grown(client, opponents):
    barely = 150.0**2 - 25 * 40
    make_established("amaia", opponents, rating_variance=barely, last_rated_at=days_ago(40.5))
    make_established("unai", opponents, rating_variance=barely, last_rated_at=days_ago(41.5))
    assert listed(client) == ["amaia"]


def test_five_games_need_five_opponents(client, opponents):
    make_established("amaia", opponents[:4] + opponents[:1])
    assert listed(client) == []


def test_rows_that_a_revision_replaced_do_not_count(client, opponents):
    make_established("amaia", opponents)
    Revision.objects.create(number=1, start=0)
    assert listed(client) == []


def test_unrated_games_make_no_opponents(client, opponents):
    amaia = make_established("amaia", opponents[:4])
    make_entry(make_finished_game(amaia, opponents[4]), rated=False, reason="casual")
    assert listed(client) == []


def test_the_order_is_rating_then_games_then_age(client, opponents):
    make_established("few", opponents, date_joined=days_ago(9))
    make_established("younger", opponents, rated_games=30, date_joined=days_ago(1))
    make_established("older", opponents, rated_games=30, date_joined=days_ago(5))
    make_established("best", opponents, rating=1700 * POINT + 1)
    assert listed(client) == ["best", "older", "younger", "few"]


def test_people_and_bots_have_lists_of_their_own(client, opponents):
    make_established("amaia", opponents)
    make_established("basalt", opponents, kind=User.Kind.BOT)
    assert listed(client, show="people") == ["amaia"]
    assert listed(client, show="bots") == ["basalt"]
    assert set(listed(client)) == {"amaia", "basalt"}


def test_a_size_shows_who_has_a_rated_game_of_it(client, opponents):
    amaia = make_established("amaia", opponents)
    make_established("unai", opponents)
    make_entry(make_finished_game(amaia, opponents[0], size=7))
    assert listed(client, size="7") == ["amaia"]


def test_a_page_has_fifty_players_and_goes_on_counting(client, opponents):
    for number in range(51):
        make_established(f"player-{number}", opponents)
    first, second = (client.get(BOARD, {"page": page}).context for page in (1, 2))
    assert [place for place, _ in first["rows"]] == list(range(1, 51))
    assert [place for place, _ in second["rows"]] == [51]
    assert (first["lower"], second["lower"]) == (2, None)


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 400, "2\n", "²"])
def test_what_is_no_page_shows_the_first(client, opponents, page):
    make_established("amaia", opponents)
    assert listed(client, page=page) == ["amaia"]


def test_a_page_off_the_end_leads_back(client):
    answer = client.get(BOARD, {"page": 7})
    assert "Nobody is so far down this list." in answer.content.decode()
    assert answer.context["higher"] == 6


@pytest.mark.parametrize("query", [{"show": "guests"}, {"size": "8"}])
def test_an_unknown_choice_is_not_found(client, query):
    assert client.get(BOARD, query).status_code == 404


def test_a_leaderboard_takes_four_queries_at_most(client, opponents, django_assert_max_num_queries):
    for number in range(10):
        make_established(f"player-{number}", opponents)
    with django_assert_max_num_queries(4):
        client.get(BOARD, {"size": "5"})
