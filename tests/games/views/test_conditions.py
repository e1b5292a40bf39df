"""The page of conditional moves, and what the page of the game says of them."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import services
from games.services import conditions
from tests.games.factories import make_game
from tests.games.prepared import prepare, tree_of
from tests.games.views.browsers import browser_of

pytestmark = pytest.mark.django_db

BEGUN = ["e5", "keep"]
JSON = {"accept": "application/json"}


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai, BEGUN)


def url(game, act=""):
    return f"/games/{game.pk}/conditions/{act}"


def sent(game, *lines, version=0):
    tree = json.dumps(tree_of(game.position, *lines))
    return {"version": version, "from_ply": 2, "tree": tree}


def shown(client, game):
    html = client.get(url(game)).content.decode()
    return json.loads(re.search(r'id="conditions-data"[^>]*>(.*?)</script>', html)[1])


def save(user, game, **fields):
    return browser_of(user).post(url(game), {**sent(game, ["a1", "i9"]), **fields}, headers=JSON)


def test_the_page_has_what_is_kept_and_what_was_played_since(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    services.play(game.pk, unai, 3, "a1")
    data = shown(browser_of(amaia), game)
    assert data["tree"] == tree_of(data["start"], ["a1", "i9"])
    assert (data["pliesBefore"], data["line"], data["treeVersion"]) == (2, ["a1", "i9"], 1)


def test_what_is_sent_is_kept(game, amaia):
    answer = save(amaia, game)
    assert answer.status_code == 200
    assert (answer.json()["treeVersion"], answer.json()["alive"]) == (1, 1)
    assert conditions.read(game.pk, amaia).conditions.version == 1


def test_who_comes_second_is_told_the_newest(game, amaia):
    prepare(game, amaia, ["a5", "i9"])
    answer = save(amaia, game)
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "conditions_changed"
    assert answer.json()["newest"]["treeVersion"] == 1


@pytest.mark.parametrize("field", ["version", "from_ply", "tree"])
@pytest.mark.parametrize("text", ["", "x", "-1", "[", "9" * 20])
def test_a_field_that_cannot_be_read_is_refused(game, amaia, field, text):
    answer = save(amaia, game, **{field: text})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_conditions"


def test_what_changes_on_the_page_is_told_as_json(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    services.play(game.pk, unai, 3, "a1")
    told = browser_of(amaia).get(url(game), headers=JSON).json()
    assert told["plies"] == [*BEGUN, "a1", "i9"]
    assert told["status"] == "unai (White) is to move."


def test_on_ones_own_turn_the_page_says_that_nothing_is_played_here(game, amaia, unai):
    services.play(game.pk, unai, 3, "a1")
    assert "not here" in shown(browser_of(amaia), game)["status"]


def test_of_a_game_that_is_over_the_page_can_only_be_read(game, amaia, unai):
    services.resign(game.pk, unai)
    data = shown(browser_of(amaia), game)
    assert (data["readOnly"], data["isRunning"]) == (True, False)
    assert save(amaia, game).status_code == 409


def test_removing_what_cannot_come_keeps_the_rest(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9", "a5", "i5"], ["e1", "i9"])
    services.play(game.pk, unai, 3, "a1")
    for _ in range(2):
        browser_of(amaia).post(url(game, "tidy/"))
    kept = conditions.read(game.pk, amaia)
    assert kept.conditions.tree == tree_of(kept.game.position, ["a5", "i5"])
    assert (kept.conditions.from_ply, kept.conditions.version, kept.alive) == (4, 2, 1)


def test_deleting_all_leads_back_to_the_page(game, amaia):
    prepare(game, amaia, ["a1", "i9"])
    answer = browser_of(amaia).post(url(game, "clear/"))
    assert (answer.status_code, answer["Location"]) == (302, url(game))
    assert conditions.read(game.pk, amaia).alive == 0


def test_a_stranger_finds_no_such_page(game, stranger):
    assert browser_of(stranger).get(url(game)).status_code == 404


@pytest.mark.parametrize("act", ["", "tidy/", "clear/"])
def test_a_stranger_changes_nothing(game, stranger, act):
    answer = browser_of(stranger).post(url(game, act), sent(game), headers=JSON)
    assert answer.status_code == 403


def test_who_is_not_signed_in_signs_in_first(game, client):
    answer = client.get(url(game))
    assert answer["Location"] == f"/accounts/login/?next={url(game)}"
    assert client.get(url(game), headers=JSON).status_code == 401


def test_a_page_without_the_token_of_its_form_is_refused(game, amaia):
    client = Client(enforce_csrf_checks=True)
    client.force_login(amaia)
    assert client.post(url(game, "clear/")).status_code == 403


def test_the_page_of_the_game_counts_the_lines_that_are_alive(game, amaia):
    prepare(game, amaia, ["a1", "i9"], ["a5", "i9"])
    html = browser_of(amaia).get(f"/games/{game.pk}/").content.decode()
    assert "<strong>2 lines</strong>" in html
    assert url(game) in html


def test_to_others_the_page_of_the_game_says_nothing_of_them(game, amaia, unai, client):
    prepare(game, amaia, ["a1", "i9"])
    assert "lines</strong>" not in browser_of(unai).get(f"/games/{game.pk}/").content.decode()
    assert "/conditions/" not in client.get(f"/games/{game.pk}/").content.decode()


def test_conditions_take_one_query_of_the_games_page(game, amaia):
    def queries():
        with CaptureQueriesContext(connection) as queries:
            browser_of(amaia).get(f"/games/{game.pk}/")
        return len(queries)

    before = queries()
    prepare(game, amaia, ["a1", "i9"])
    assert queries() == before + 1


def test_the_list_of_moves_marks_what_was_made_by_condition(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    services.play(game.pk, unai, 3, "a1")
    html = browser_of(unai).get(f"/games/{game.pk}/").content.decode()
    assert html.count('class="by-condition"') == 1
    assert re.search(r'>i9</a><span class="by-condition"', html)
