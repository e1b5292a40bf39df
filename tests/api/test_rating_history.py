import pytest

from ratings.models import Revision
from sumendi_site.accounts.models import User
from tests.api.clients import Caller, code_of
from tests.games.factories import make_finished_game, make_user
from tests.ratings.entries import make_entry

pytestmark = pytest.mark.django_db


def read(name, **query):
    return Caller().get(f"players/{name}/ratings", query).json()["results"]


def test_a_rated_game_is_told_from_the_side_of_the_player(amaia, unai):
    game = make_finished_game(amaia, unai)
    make_entry(game, second_expected=360_000, second_change=-14_400_001, second_after=1485599999)
    (entry,) = read("UNAI")
    assert entry.pop("opponent")["name"] == "amaia"
    assert entry.pop("finished")
    assert entry == {
        "game": game.pk,
        "size": 5,
        "rated": True,
        "reason": None,
        "result": "lost",
        "before": 1500.0,
        "expected": 0.36,
        "k": 40,
        "change": -14.400001,
        "after": 1485.599999,
    }


def test_the_newest_game_comes_first(amaia, unai):
    games = [make_finished_game(amaia, unai) for _ in range(3)]
    for game in games:
        make_entry(game)
    assert [entry["game"] for entry in read("amaia", limit=2)] == [games[2].pk, games[1].pk]


def test_casual_games_are_left_out(amaia, unai):
    make_entry(make_finished_game(amaia, unai), rated=False, reason="casual")
    assert read("amaia") == []


def test_a_game_that_was_not_rated_says_why(amaia, unai):
    make_entry(make_finished_game(amaia, unai), rated=False, reason="series", first_change=0)
    (entry,) = read("amaia")
    assert (entry["reason"], entry["result"], entry["expected"], entry["k"]) == (
        "series",
        "won",
        None,
        None,
    )


def test_a_cancelled_game_has_no_result(amaia, unai):
    game = make_finished_game(amaia, unai)
    make_entry(game, rated=False, reason="cancelled", half_points=None)
    assert read("amaia")[0]["result"] is None


def test_a_revision_shows_its_own_rows(amaia, unai):
    game = make_finished_game(amaia, unai)
    entry = make_entry(game)
    Revision.objects.create(number=1, start=entry.sequence)
    make_entry(game, sequence=entry.sequence, revision=1, first_change=0)
    assert [entry["change"] for entry in read("amaia")] == [0.0]


def test_who_has_no_rating_has_no_history():
    make_user("amaia", kind=User.Kind.GUEST)
    answer = Caller().get("players/amaia/ratings")
    assert (answer.status_code, code_of(answer)) == (404, "not_found")


def test_many_games_take_no_more_queries(amaia, unai, django_assert_num_queries):
    bot = make_user("unaibot", kind=User.Kind.BOT, owner=unai)
    for opponent in (unai, bot, bot):
        make_entry(make_finished_game(amaia, opponent))
    with django_assert_num_queries(2):
        read("amaia")
