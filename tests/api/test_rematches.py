"""Rematches."""

import pytest

from games import services
from tests.api.clients import Caller, code_of
from tests.games.factories import make_finished_game, make_game


@pytest.fixture
def game(amaia, unai):
    return make_finished_game(amaia, unai, ["e5", "keep"], size=6)


def ask(user, game):
    return Caller(user).post(f"games/{game.pk}/rematch")


def test_a_rematch_is_offered_on_the_same_terms(game, amaia):
    answer = ask(amaia, game)
    assert answer.status_code == 200
    offer = answer.json()
    assert (offer["opponent"]["name"], offer["size"], offer["seat"]) == ("unai", 6, "second")
    assert (offer["rematch_of"], offer["status"], offer["game"]) == (game.pk, "open", None)


def test_asking_again_gives_the_same_offer(game, amaia):
    assert ask(amaia, game).json() == ask(amaia, game).json()


def test_two_who_ask_for_it_play_it(game, amaia, unai):
    ask(amaia, game)
    offer = ask(unai, game).json()
    assert offer["status"] == "accepted"
    assert Caller().get(f"games/{offer['game']}").json()["first"]["name"] == "unai"


def test_a_game_that_runs_has_no_rematch(amaia, unai):
    answer = ask(amaia, make_game(amaia, unai))
    assert (answer.status_code, code_of(answer)) == (409, "no_rematch")


def test_who_is_blocked_gets_no_rematch(game, amaia, unai):
    services.block(unai, amaia)
    answer = ask(amaia, game)
    assert (answer.status_code, code_of(answer)) == (403, "blocked")
