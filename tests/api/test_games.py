"""Reading games."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import services
from games.models import Game
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_finished_game, make_game, make_user

MOVES = ("e5", "swap", "c3")


def numbers(answer):
    assert answer.status_code == 200, answer.content
    return [game["id"] for game in answer.json()["results"]]


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai, MOVES)


def test_everybody_may_look_at_a_game(game):
    found = Caller().get(f"games/{game.pk}").json()
    assert found["id"] == game.pk
    assert (found["first"]["name"], found["second"]["name"]) == ("amaia", "unai")
    assert (found["black"], found["white"]) == ("unai", "amaia")
    assert (found["ply"], found["to_move"], found["status"]) == (3, "unai", "running")
    assert found["position"] == game.position


def test_a_game_tells_its_moves(game):
    moves = Caller().get(f"games/{game.pk}").json()["moves"]
    played = [(move["ply"], move["player"], move["move"]) for move in moves]
    assert played == [(1, "amaia", "e5"), (2, "unai", "swap"), (3, "amaia", "c3")]


def test_before_the_choice_of_side_nobody_is_black(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    found = Caller().get(f"games/{game.pk}").json()
    assert (found["black"], found["white"]) == (None, None)
    assert found["awaits_side_choice"]


def test_instants_are_in_utc(game):
    found = Caller().get(f"games/{game.pk}").json()
    assert found["deadline"].endswith("Z")
    assert found["moves"][0]["made"].endswith("Z")


def test_a_finished_game_names_its_winner(amaia, unai):
    game = make_finished_game(amaia, unai, MOVES)
    found = Caller().get(f"games/{game.pk}").json()
    assert (found["result"], found["winner"]) == ("white", "amaia")
    assert found["termination"] == "resignation"
    assert found["deadline"] is None


def test_the_bot_of_somebody_names_its_owner(amaia, unai):
    bot = make_user("robot", kind=User.Kind.BOT, owner=amaia)
    game = make_game(bot, unai)
    assert Caller().get(f"games/{game.pk}").json()["first"]["owner"] == "amaia"


@pytest.mark.parametrize("number", [0, 4711, 10**25])
def test_a_game_that_does_not_exist_is_not_found(db, number):
    answer = Caller().get(f"games/{number}")
    assert (answer.status_code, code_of(answer)) == (404, "game_not_found")


def test_a_game_takes_two_queries(game, django_assert_num_queries):
    with django_assert_num_queries(2):
        Caller().get(f"games/{game.pk}")


def test_a_list_of_games_takes_one_query(amaia, unai, django_assert_num_queries):
    for _ in range(5):
        make_game(amaia, unai)
    with django_assert_num_queries(1):
        Caller().get("games")


def test_an_unchanged_game_is_not_sent_again(game):
    caller = Caller()
    etag = caller.get(f"games/{game.pk}")["ETag"]
    answer = caller.get(f"games/{game.pk}", If_None_Match=etag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer["ETag"] == etag


def test_compression_does_not_hide_that_a_game_is_unchanged(game):
    etag = Caller().get(f"games/{game.pk}", Accept_Encoding="gzip")["ETag"]
    assert etag.startswith("W/")
    assert Caller().get(f"games/{game.pk}", If_None_Match=etag).status_code == 304


def test_a_game_that_went_on_is_sent_again(game, unai):
    etag = Caller().get(f"games/{game.pk}")["ETag"]
    services.play(game.pk, unai, 4, "g5")
    answer = Caller().get(f"games/{game.pk}", If_None_Match=etag)
    assert (answer.status_code, answer.json()["ply"]) == (200, 4)


def test_a_draw_offer_changes_a_game(game, amaia):
    etag = Caller().get(f"games/{game.pk}")["ETag"]
    services.offer_draw(game.pk, amaia, 3)
    answer = Caller().get(f"games/{game.pk}", If_None_Match=etag)
    assert answer.json()["draw_offer_by"] == "amaia"


def test_answers_depend_on_the_token(game):
    assert "Authorization" in Caller().get("games")["Vary"]


def test_a_bad_token_is_refused_where_none_is_needed(game):
    answer = Caller().get(f"games/{game.pk}", Authorization="Token nonsense")
    assert (answer.status_code, code_of(answer)) == (401, "bad_token")


def test_the_newest_games_come_first(amaia, unai):
    games = [make_game(amaia, unai).pk for _ in range(3)]
    assert numbers(Caller().get("games")) == games[::-1]


def test_the_pages_of_a_list_have_every_game_once(amaia, unai):
    games = [make_game(amaia, unai).pk for _ in range(5)]
    first = Caller().get("games", {"limit": 2})
    seen = numbers(first)
    make_game(amaia, unai)
    url = first.json()["next"]
    while url:
        page = Caller().http.get(url)
        seen += numbers(page)
        url = page.json()["next"]
    assert seen == games[::-1]


def test_finished_games_come_in_the_order_of_their_ends(amaia, unai):
    early, late = make_game(amaia, unai), make_game(amaia, unai)
    services.resign(late.pk, unai)
    services.resign(early.pk, unai)
    make_game(amaia, unai)
    answer = Caller().get("games", {"status": "finished"})
    assert numbers(answer) == [early.pk, late.pk]


def test_the_next_page_is_at_the_sites_own_address(settings, amaia, unai):
    settings.SITE_URL = "https://sumendi.example.org"
    for _ in range(2):
        make_game(amaia, unai)
    asked = Caller().get("games", {"limit": 1, "size": 5}).json()
    assert asked["next"].startswith("https://sumendi.example.org/api/v1/games?cursor=")


def test_a_page_of_finished_games_leads_to_the_next(amaia, unai):
    games = [make_finished_game(amaia, unai).pk for _ in range(3)]
    first = Caller().get("games", {"status": "finished", "limit": 2})
    second = Caller().http.get(first.json()["next"])
    assert numbers(first) + numbers(second) == games[::-1]


def test_games_are_chosen_by_player_size_and_kind(amaia, unai, stranger):
    wanted = make_game(amaia, unai, size=6, rated=True)
    make_game(amaia, unai, size=5, rated=True)
    make_game(amaia, unai, size=6)
    make_game(stranger, unai, size=6, rated=True)
    answer = Caller().get("games", {"player": "AMAIA", "size": 6, "rated": "true"})
    assert numbers(answer) == [wanted.pk]


def test_games_are_chosen_by_when_they_began_or_ended(amaia, unai):
    now = timezone.now()
    long_ago = now - timedelta(days=9)
    make_game(amaia, unai, created=long_ago)
    ended = make_finished_game(amaia, unai)
    Game.objects.filter(pk=ended.pk).update(created=long_ago)
    begun = make_game(amaia, unai)
    since = (now - timedelta(hours=1)).isoformat()
    assert numbers(Caller().get("games", {"since": since})) == [begun.pk, ended.pk]


def test_the_games_that_wait_for_me_come_by_the_time_left(amaia, unai):
    slow = make_game(amaia, unai, time_control="7d")
    quick = make_game(amaia, unai, time_control="1d")
    make_game(unai, amaia)
    assert numbers(Caller(amaia).get("games", {"my_turn": 1})) == [quick.pk, slow.pk]


def test_my_games_are_mine(amaia, unai, stranger):
    mine = make_game(amaia, unai)
    make_game(stranger, unai)
    assert numbers(Caller(amaia).get("games", {"mine": 1})) == [mine.pk]


@pytest.mark.parametrize("own", ["mine", "my_turn"])
def test_who_asks_for_own_games_says_who_they_are(db, own):
    answer = Caller().get("games", {own: 1})
    assert (answer.status_code, code_of(answer)) == (401, "signed_out")


def test_own_games_need_the_scope_to_read(amaia):
    answer = Caller(amaia, [Scope.PLAY]).get("games", {"mine": 1})
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


BAD = [
    {"size": 4},
    {"status": "lost"},
    {"player": "nobody-here"},
    {"since": "yesterday"},
    {"limit": 101},
    {"colour": "black"},
    {"cursor": "cD1hYmM="},  # p=abc
    {"cursor": "abc"},
]


@pytest.mark.parametrize("query", BAD)
def test_a_question_that_means_nothing_names_its_fault(db, query):
    answer = Caller().get("games", query)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")
    assert next(iter(query)) in answer.json()["errors"]


def test_a_cursor_of_finished_games_is_read_with_care(db):
    answer = Caller().get("games", {"status": "finished", "cursor": "cD1hYmM="})
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


def test_head_needs_the_same_scope_as_get(db, client):
    assert client.head("/api/v1/me").status_code == 401
