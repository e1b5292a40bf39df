from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ratings.models import Revision
from ratings.numbers import POINT
from ratings.services.listings import recount
from ratings.views import leaderboard
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


def shown(client, **query):
    recount(list(User.objects.all()))
    return client.get(BOARD, query).context


def names(context):
    return [listing.player.username for _, listing in context["rows"]]


def places(context):
    return [place for place, _ in context["rows"]]


def listed(client, **query):
    return names(shown(client, **query))


def follow(client, context, direction):
    return client.get(f"{BOARD}?{context[direction]}").context


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


@pytest.fixture
def many(opponents):
    """A page of them and one more are equal in all but their age."""
    return [make_established(f"player-{number}", opponents).username for number in range(51)]


def test_a_page_has_fifty_players_and_goes_on_counting(client, many):
    first = shown(client)
    second = follow(client, first, "lower")
    assert (places(first), places(second)) == (list(range(1, 51)), [51])
    assert names(first) + names(second) == many
    assert (first["top"], second["lower"]) == ("", "")


def test_the_page_above_ends_with_the_player_above(client, many, monkeypatch):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    third = follow(client, follow(client, shown(client), "lower"), "lower")
    second = follow(client, third, "higher")
    assert (places(second), names(second)) == (list(range(6, 11)), many[5:10])


def test_going_up_to_the_top_counts_anew(client, many, monkeypatch):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    mark = shown(client)["lower"].replace("place=5", "place=9")
    first = follow(client, follow(client, {"lower": mark}, "lower"), "higher")
    assert (places(first), names(first), first["top"]) == ([1, 2, 3, 4, 5], many[:5], "")


@pytest.mark.parametrize(
    "fields",
    [{"rating": 1800 * POINT}, {"rated_games": 60}, {"date_joined": timezone.now()}],
    ids=lambda fields: next(iter(fields)),
)
def test_pages_go_down_and_up_through_the_whole_order(client, opponents, monkeypatch, fields):
    monkeypatch.setattr(leaderboard, "A_PAGE", 2)
    for number in range(7):
        make_established(f"player-{number}", opponents, **(fields if number % 2 else {}))
    pages = [shown(client)]
    while pages[-1]["lower"]:
        pages.append(follow(client, pages[-1], "lower"))
    in_order = [name for page in pages for name in names(page)]
    assert sorted(in_order) == [f"player-{number}" for number in range(7)]
    up = follow(client, pages[3], "higher")
    assert (names(up), places(up)) == (names(pages[2]), [5, 6])


def test_a_page_stays_where_it_was_when_its_mark_has_moved(client, many):
    mark = shown(client)
    User.objects.filter(username="player-49").update(rating=2000 * POINT)
    recount(list(User.objects.all()))
    assert names(follow(client, mark, "lower")) == ["player-50"]


@pytest.mark.parametrize(
    "query",
    [
        {"below": "1700.000000-amaia"},
        {"below": "1700.000000-nobody", "place": "1"},
        {"below": "1700-amaia", "place": "1"},
        {"below": "amaia", "place": "1"},
        {"below": "1700.000000-amaia", "place": "9" * 400},
        {"below": "1700.000000-amaia", "place": "²"},
        {"below": "1700.000000-amaia\n", "place": "1"},
        {"above": "1700.000000-amaia", "place": "1"},
        {"page": "2"},
    ],
    ids=str,
)
def test_what_is_no_mark_shows_the_first_page(client, opponents, query):
    make_established("amaia", opponents)
    assert listed(client, **query) == ["amaia"]


def test_a_page_off_the_end_leads_back(client, opponents):
    make_established("amaia", opponents)
    answer = client.get(BOARD, {"below": "1200.000000-amaia", "place": "9"})
    assert "Nobody is so far down this list." in answer.content.decode()
    assert (answer.context["top"], answer.context["higher"]) == ("show=all", "")


@pytest.mark.parametrize("query", [{"show": "guests"}, {"size": "8"}])
def test_an_unknown_choice_is_not_found(client, query):
    assert client.get(BOARD, query).status_code == 404


def test_a_leaderboard_takes_four_queries_at_most(client, opponents, django_assert_max_num_queries):
    for number in range(10):
        make_established(f"player-{number}", opponents)
    shown(client)
    with django_assert_max_num_queries(4):
        client.get(BOARD, {"size": "5"})


def test_a_deep_page_takes_four_queries_at_most(
    client, many, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    second = follow(client, shown(client), "lower")
    for direction in ("lower", "higher"):
        with django_assert_max_num_queries(4):
            follow(client, second, direction)


def test_a_size_says_how_many_games_were_on_it(client, opponents):
    make_established("amaia", opponents)
    shown(client)
    page = client.get(BOARD, {"size": "5"}).content.decode()
    assert '<td class="num">20</td><td class="num">5</td>' in page
