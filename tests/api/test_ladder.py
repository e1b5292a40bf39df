import pytest
from django.utils import timezone

from sumendi_site.accounts.models import User
from tests.api.clients import Caller, code_of
from tests.tournaments.bots import end, make_ladder_bot, make_ladder_games

pytestmark = pytest.mark.django_db


def read(path, **query):
    return Caller().get(path, query).json()["results"]


def test_the_best_bot_comes_first():
    make_ladder_games("basalt", "pumice")
    User.objects.filter(username="pumice").update(rating=1_600_000_000)
    assert [one["bot"]["name"] for one in read("ladder")] == ["pumice", "basalt"]


def test_a_standing_tells_what_the_games_came_to():
    (row,) = make_ladder_games("basalt", "pumice")
    end(row)
    standing = next(one for one in read("ladder") if one["bot"]["name"] == "basalt")
    assert standing.pop("bot")["owner"] == "basalt-owner"
    assert standing == {
        "uncertainty": 350,
        "version": 1,
        "paused": False,
        "games": {"running": 0, "won": 1, "lost": 0, "drawn": 0},
    }


def test_a_paused_bot_is_told_as_paused():
    make_ladder_bot("basalt", paused=timezone.now())
    assert read("ladder")[0]["paused"] is True


def test_the_standings_come_in_pages():
    make_ladder_games("basalt", "pumice", "tuff")
    first = Caller().get("ladder", {"limit": 2}).json()
    second = Caller().http.get(first["next"]).json()
    names = [one["bot"]["name"] for page in (first, second) for one in page["results"]]
    assert names == ["basalt", "pumice", "tuff"]
    assert second["next"] is None


def test_a_game_tells_its_versions_and_why_it_was_paired():
    (row,) = make_ladder_games("basalt", "pumice")
    (told,) = read("ladder/games")
    assert (told["game"]["id"], told["game"]["event"]) == (row.game_id, "Ladder")
    assert (told["first_version"], told["second_version"]) == (1, 1)
    assert (told["sought_for"], told["number"]) == ("first", 1)
    assert told["why"].startswith("Sought for basalt (1500 ± 350)")


def test_the_newest_game_comes_first():
    games = make_ladder_games("basalt", "pumice", "tuff")
    assert [one["game"]["id"] for one in read("ladder/games")] == [row.game_id for row in games]
    assert games[0].pk > games[-1].pk


@pytest.mark.parametrize("path", ["ladder", "ladder/games"])
def test_a_cursor_of_nothing_is_refused(path):
    answer = Caller().get(path, {"cursor": "nonsense"})
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


@pytest.mark.parametrize(("path", "queries"), [("ladder", 5), ("ladder/games", 1)])
def test_more_bots_cost_no_more_queries(path, queries, django_assert_num_queries):
    make_ladder_games("basalt", "pumice", "tuff", "scoria")
    with django_assert_num_queries(queries):
        read(path)
