"""Ending games, draws, and time given."""

import pytest

from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_game

MOVES = ("e5", "keep", "c3")
ACTIONS = {
    "resign": {},
    "cancel": {},
    "draw": {"action": "offer", "ply": 3},
    "time": {"ply": 3},
    "rematch": {},
}


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai, MOVES)


def draw(user, game, action, ply=3):
    return Caller(user).post(f"games/{game.pk}/draw", {"action": action, "ply": ply})


def test_who_resigns_has_lost(game, unai):
    answer = Caller(unai).post(f"games/{game.pk}/resign")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["winner"], told["termination"]) == ("amaia", "resignation")
    assert len(told["moves"]) == 3


def test_nothing_at_all_may_be_sent_with_a_resignation(game, unai):
    answer = Caller(unai)._send("POST", f"games/{game.pk}/resign")
    assert answer.status_code == 200


def test_nobody_resigns_twice(game, unai):
    Caller(unai).post(f"games/{game.pk}/resign")
    answer = Caller(unai).post(f"games/{game.pk}/resign")
    assert (answer.status_code, code_of(answer)) == (409, "game_over")


def test_a_game_is_cancelled_before_the_choice_of_side(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    told = Caller(unai).post(f"games/{game.pk}/cancel").json()
    assert (told["status"], told["termination"], told["result"]) == ("finished", "cancelled", None)


def test_a_game_that_has_begun_is_not_cancelled(game, unai):
    answer = Caller(unai).post(f"games/{game.pk}/cancel")
    assert (answer.status_code, code_of(answer)) == (409, "not_cancellable")


def test_a_draw_is_offered_and_accepted(game, amaia, unai):
    assert draw(amaia, game, "offer").json()["draw_offer_by"] == "amaia"
    told = draw(unai, game, "accept").json()
    assert (told["result"], told["termination"], told["winner"]) == ("draw", "agreement", None)


def test_a_draw_is_declined(game, amaia, unai):
    draw(amaia, game, "offer")
    told = draw(unai, game, "decline").json()
    assert (told["draw_offer_by"], told["status"]) == (None, "running")


def test_where_no_draw_is_offered_none_is_accepted(game, unai):
    answer = draw(unai, game, "accept")
    assert (answer.status_code, code_of(answer)) == (409, "no_draw_offer")


def test_a_draw_is_spoken_of_in_the_newest_position(game, amaia):
    answer = draw(amaia, game, "offer", ply=2)
    assert (answer.status_code, code_of(answer)) == (409, "wrong_ply")


def test_a_draw_has_three_actions(game, amaia):
    answer = draw(amaia, game, "beg")
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")
    assert "action" in answer.json()["errors"]


def test_a_day_is_given_to_the_opponent(game, unai, amaia):
    before = Caller().get(f"games/{game.pk}").json()["deadline"]
    to_move = game.to_move
    giver = unai if to_move == amaia else amaia
    answer = Caller(giver).post(f"games/{game.pk}/time", {"ply": 3})
    assert answer.status_code == 200
    assert answer.json()["deadline"] > before


def test_nobody_gives_themselves_a_day(game):
    answer = Caller(game.to_move).post(f"games/{game.pk}/time", {"ply": 3})
    assert (answer.status_code, code_of(answer)) == (409, "time_not_given")


def test_a_field_that_means_nothing_is_refused(game, unai):
    answer = Caller(unai).post(f"games/{game.pk}/resign", {"why": "tired"})
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")
    game.refresh_from_db()
    assert game.is_running


@pytest.mark.parametrize("action", ACTIONS)
def test_a_stranger_does_nothing_in_a_game(game, stranger, action):
    answer = Caller(stranger).post(f"games/{game.pk}/{action}", ACTIONS[action])
    assert (answer.status_code, code_of(answer)) == (403, "not_a_player")


@pytest.mark.parametrize("action", ACTIONS)
def test_without_a_token_nobody_does_anything_in_a_game(game, action):
    answer = Caller().post(f"games/{game.pk}/{action}", ACTIONS[action])
    assert (answer.status_code, code_of(answer)) == (401, "signed_out")


@pytest.mark.parametrize("action", ACTIONS)
def test_a_token_to_read_does_nothing_in_a_game(game, amaia, action):
    answer = Caller(amaia, [Scope.READ]).post(f"games/{game.pk}/{action}", ACTIONS[action])
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


@pytest.mark.parametrize("action", ACTIONS)
def test_nothing_is_done_in_a_game_that_does_not_exist(amaia, action):
    answer = Caller(amaia).post(f"games/4711/{action}", ACTIONS[action])
    assert (answer.status_code, code_of(answer)) == (404, "game_not_found")
