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
SIGNED_IN = 4
"""Queries of every page: the session, the reader, the numbers of games and notices that wait."""


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


def test_going_up_to_the_top_shows_a_whole_page(client, many, monkeypatch):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    mark = shown(client)["lower"]
    monkeypatch.setattr(leaderboard, "A_PAGE", 8)
    first = follow(client, follow(client, {"lower": mark}, "lower"), "higher")
    assert (places(first), names(first), first["top"]) == (list(range(1, 9)), many[:8], "")


def test_places_are_counted_whatever_the_address_says(client, many, monkeypatch):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    mark = shown(client)["lower"]
    assert places(follow(client, {"lower": f"{mark}&place=40"}, "lower"))[0] == 6


def test_places_are_those_of_now_when_somebody_has_risen(client, many, monkeypatch):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    first = shown(client)
    User.objects.filter(username=many[-1]).update(rating=1900 * POINT)
    recount(list(User.objects.all()))
    second = follow(client, first, "lower")
    assert (names(second)[0], places(second)[0]) == (many[5], 7)


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
        {"below": "1700.000000-nobody"},
        {"below": "1700-amaia"},
        {"below": "amaia"},
        {"below": "1700.000000-amaia\n"},
        {"above": "1700.000000-amaia"},
        {"page": "2"},
    ],
    ids=str,
)
def test_what_is_no_mark_shows_the_first_page(client, opponents, query):
    make_established("amaia", opponents)
    assert listed(client, **query) == ["amaia"]


def test_a_page_off_the_end_leads_back(client, opponents):
    make_established("amaia", opponents)
    answer = client.get(BOARD, {"below": "1200.000000-amaia"})
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


def text_of(client, **query):
    recount(list(User.objects.all()))
    return " ".join(client.get(BOARD, query).content.decode().split())


def test_the_readers_own_row_is_marked(client, opponents):
    client.force_login(make_established("amaia", opponents))
    page = text_of(client)
    assert page.count('<tr class="marked">') == 1
    assert '<span class="tag tag-good">you</span>' in page


@pytest.mark.parametrize("size", ["", "5"])
def test_readers_are_told_their_place_also_on_another_page(client, many, monkeypatch, size):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    client.force_login(User.objects.get(username=many[40]))
    page = text_of(client, size=size)
    assert "Your place:" in page
    assert "<strong>41</strong>" in page


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"rated_games": 12}, ["12 of 20 rated games"]),
        ({"last_rated_at": timezone.now() - timedelta(days=91)}, ["no rated game for 90 days"]),
        (
            {"rating_variance": 160.0**2},
            ["a rating that is still uncertain (± 160, at most 150)"],
        ),
    ],
    ids=lambda value: next(iter(value)),
)
def test_who_is_not_listed_reads_what_is_missing(client, opponents, fields, missing):
    client.force_login(make_established("amaia", opponents, **fields))
    assert shown(client)["own"].missing == missing
    assert missing[0] in text_of(client)


def test_too_few_opponents_are_told_and_a_size_that_was_not_played(client, opponents):
    client.force_login(make_established("amaia", opponents[:3]))
    missing = shown(client, size="7")["own"].missing
    assert missing == ["3 of 5 different opponents", "no rated game on size 7"]


def test_a_person_reads_nothing_of_a_place_among_bots(client, opponents):
    client.force_login(make_established("amaia", opponents))
    assert shown(client, show="bots")["own"] is None


def test_a_name_leads_to_the_place_of_the_player(client, many, monkeypatch):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    found = shown(client, player=many[17].upper())
    assert (names(found), places(found)) == (many[17:22], list(range(18, 23)))
    assert names(follow(client, found, "higher")) == many[12:17]


def test_a_name_at_the_top_has_nobody_above(client, many):
    found = shown(client, player=many[0])
    assert (places(found)[0], found["top"]) == (1, "")


def test_a_name_that_is_not_listed_is_answered_with_the_reason(client, opponents):
    make_established("amaia", opponents, rated_games=3)
    assert "is not on this list: 3 of 20 rated games" in text_of(client, player="amaia")
    assert "There is no player called nobody." in text_of(client, player="nobody")
    assert "is not among the players of this list" in text_of(client, player="amaia", show="bots")


def test_a_place_of_ones_own_and_a_name_take_four_queries_besides_the_sign_in(
    client, many, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(leaderboard, "A_PAGE", 5)
    client.force_login(User.objects.get(username=many[40]))
    second = follow(client, shown(client), "lower")
    for query in (second["lower"], second["higher"], f"player={many[20]}"):
        with django_assert_max_num_queries(SIGNED_IN + 4):
            client.get(f"{BOARD}?{query}")


def test_an_account_that_closes_leaves_the_board_and_comes_back_with_it(client, opponents):
    amaia = make_established("amaia", opponents)
    assert listed(client) == ["amaia"]
    for is_active in (False, True):
        amaia.is_active = is_active
        amaia.save(update_fields=["is_active"])
        rows = client.get(BOARD).context["rows"]
        assert [listing.player.username for _, listing in rows] == ["amaia"] * is_active
