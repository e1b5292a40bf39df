"""The tournaments on the page of somebody who has played in them."""

import pytest

from sumendi_site.accounts.models import User
from tests.tournaments.factories import close, end_board, make_tournament, publish_round, start
from tournaments.models import Access
from tournaments.services import entering, finishing
from tournaments.views import events

pytestmark = pytest.mark.django_db
PAGE = "/players/amaia/tournaments/"


@pytest.fixture
def amaia(db):
    return User.objects.create_user("amaia")


@pytest.fixture
def play(amaia):
    """Makes an event of one round that she wins."""
    unai = User.objects.create_user("unai")

    def make(name, **fields):
        tournament = make_tournament(name=name, rounds=1, **fields)
        for player in (amaia, unai):
            entering.enter(player, tournament.slug)
        round_ = publish_round(start(tournament))
        end_board(round_.pairings.get())
        close(round_)
        return finishing.finish(None, tournament.slug)

    return make


def test_a_tournament_is_listed_with_place_and_points(client, play):
    play("Spring open")
    (row,) = client.get(PAGE).context["rows"]
    assert (row.tournament.name, row.place.rank, row.of, row.place.points) == (
        "Spring open", 1, 2, "1.0",
    )  # fmt: skip


def test_the_players_page_leads_there(client, amaia):
    assert PAGE in client.get("/players/amaia/").content.decode()


def test_many_tournaments_are_paged_the_newest_first(client, play, monkeypatch):
    monkeypatch.setattr(events, "A_PAGE", 1)
    for name in ("First one", "Second one"):
        play(name)
    pages = [client.get(PAGE, {"page": n}).context["rows"] for n in (1, 2)]
    assert [row.tournament.name for rows in pages for row in rows] == ["Second one", "First one"]


def test_what_is_on_no_list_is_not_here_nor_what_has_not_begun(client, play, amaia):
    play("Secret", access=Access.UNLISTED)
    entering.enter(amaia, make_tournament(name="Not yet").slug)
    assert client.get(PAGE).context["rows"] == []


def test_more_tournaments_cost_no_more_queries_once_they_were_seen(
    client, play, django_assert_num_queries
):
    for name in ("First one", "Second one", "Third one"):
        play(name)
    client.get(PAGE)
    with django_assert_num_queries(4):  # the player, how many, those of the page, and their places
        client.get(PAGE)


def test_nobody_has_no_page_and_names_have_one_address(client, amaia):
    assert client.get("/players/nobody/tournaments/").status_code == 404
    assert client.get("/players/Amaia/tournaments/").url == PAGE
