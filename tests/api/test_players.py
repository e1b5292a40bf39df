import pytest

from games import services
from ratings.numbers import POINT
from sumendi_site.accounts.models import User
from tests.api.clients import Caller, code_of
from tests.games.factories import make_finished_game, make_game, make_user, some_moves

pytestmark = pytest.mark.django_db


def test_a_player_is_read_without_a_token(amaia):
    answer = Caller().get("players/amaia")
    assert answer.status_code == 200
    assert answer.json() == {
        "name": "amaia",
        "kind": "person",
        "owner": None,
        "rating": 1500,
        "provisional": True,
        "about": "",
        "joined": answer.json()["joined"],
        "rated_games": 0,
        "peak": None,
        "uncertainty": 350,
        "games": {"running": 0, "won": 0, "lost": 0, "drawn": 0},
        "url": "http://localhost:8000/players/amaia/",
    }


def test_a_name_is_found_in_any_case(amaia):
    assert Caller().get("players/AMAIA").json()["name"] == "amaia"


@pytest.mark.parametrize("name", ["nobody", "x" * 300, "ama%C4%B1a", "a%20b"])
def test_a_name_that_nobody_has_is_not_found(amaia, name):
    answer = Caller().get(f"players/{name}")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_the_peak_is_in_whole_points():
    make_user("amaia", rating_peak=1612 * POINT + POINT // 2)
    assert Caller().get("players/amaia").json()["peak"] == 1613


def test_guests_have_no_rating():
    make_user("amaia", kind=User.Kind.GUEST)
    player = Caller().get("players/amaia").json()
    assert (player["rating"], player["uncertainty"]) == (None, None)


def test_the_owner_of_a_bot_is_named(amaia):
    make_user("amaiabot", kind=User.Kind.BOT, owner=amaia)
    assert Caller().get("players/amaiabot").json()["owner"] == "amaia"


def test_games_are_counted_from_both_seats_and_cancelled_ones_are_not(amaia, unai):
    make_game(amaia, unai)
    make_finished_game(amaia, unai)
    make_finished_game(unai, amaia, some_moves(2))
    drawn = make_game(amaia, unai, some_moves(2))
    services.offer_draw(drawn.pk, amaia, 2)
    services.accept_draw(drawn.pk, unai, 2)
    services.cancel(make_game(amaia, unai).pk, amaia)
    games = Caller().get("players/amaia").json()["games"]
    assert games == {"running": 1, "won": 1, "lost": 1, "drawn": 1}


def test_an_account_is_read_with_two_queries(amaia, unai, django_assert_num_queries):
    make_game(amaia, unai)
    with django_assert_num_queries(2):
        Caller().get("players/amaia")


def test_i_am_told_how_many_games_wait_for_me(amaia, unai):
    make_game(amaia, unai)
    make_game(unai, amaia)
    me = Caller(amaia).get("me").json()
    assert (me["running"], me["my_turn"], me["games"]["running"]) == (2, 1, 2)


def test_the_games_of_a_player_are_listed(amaia, unai, stranger):
    mine = [make_game(amaia, unai).pk, make_game(stranger, amaia).pk]
    make_game(unai, stranger)
    listed = Caller().get("players/AMAIA/games").json()["results"]
    assert [game["id"] for game in listed] == mine[::-1]


def test_the_games_of_a_player_are_filtered_like_all_games(amaia, unai, stranger):
    make_game(amaia, stranger)
    make_game(amaia, unai, size=6)
    game = make_game(amaia, unai, size=5)
    query = {"player": "unai", "size": 5, "status": "running"}
    listed = Caller().get("players/amaia/games", query).json()["results"]
    assert [game["id"] for game in listed] == [game.pk]


def test_nobody_has_no_games(db):
    assert code_of(Caller().get("players/nobody/games")) == "not_found"
