"""Conditional moves."""

import pytest

from games import services
from games.services import conditions
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_bot, make_game
from tests.games.prepared import prepare, tree_of


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai, ["e5", "keep"])


def path(game):
    return f"games/{game.pk}/conditions"


def sent(game, *lines, version=0):
    return {"version": version, "from_ply": 2, "tree": tree_of(game.position, *lines)}


def test_what_is_prepared_is_told_again(game, amaia):
    tree = tree_of(game.position, ["a1", "i9"])
    answer = Caller(amaia).put(path(game), sent(game, ["a1", "i9"]))
    assert answer.status_code == 200
    told = Caller(amaia).get(path(game)).json()
    assert told == answer.json()
    assert (told["version"], told["tree"], told["alive"]) == (1, tree, 1)


def test_before_anything_is_prepared_there_is_an_empty_tree_to_begin_with(game, amaia):
    told = Caller(amaia).get(path(game)).json()
    assert (told["version"], told["updated"], told["tree"]) == (0, None, tree_of(game.position))


def test_a_node_may_lack_its_comment_and_children(game, amaia):
    body = sent(game)
    body["tree"]["children"] = [{"text": "a1", "children": [{"text": "i9"}]}]
    told = Caller(amaia).put(path(game), body).json()
    assert told["tree"] == tree_of(game.position, ["a1", "i9"])


def test_what_was_saved_meanwhile_goes_first(game, amaia):
    prepare(game, amaia, ["a1", "i9"])
    answer = Caller(amaia).put(path(game), sent(game, ["a5", "i9"]))
    assert (answer.status_code, code_of(answer)) == (409, "conditions_changed")
    assert conditions.read(game.pk, amaia).conditions.version == 1


@pytest.mark.parametrize("tree", [None, 5, [], {}, {"start": "x", "children": "x"}])
def test_what_is_no_tree_is_refused(game, amaia, tree):
    answer = Caller(amaia).put(path(game), {**sent(game), "tree": tree})
    assert answer.status_code == 400


def test_an_illegal_move_is_refused_with_its_place_and_reason(game, amaia):
    answer = Caller(amaia).put(path(game), sent(game, ["a1", "e5"]))
    assert (answer.status_code, code_of(answer)) == (400, "bad_conditions")
    assert answer.json()["detail"].startswith("After a1")
    assert answer.json()["reason"] == "occupied"


def test_clearing_twice_is_no_error(game, amaia):
    prepare(game, amaia, ["a1", "i9"])
    answers = [Caller(amaia).delete(path(game)).status_code for _ in range(2)]
    assert answers == [204, 204]
    assert conditions.read(game.pk, amaia).alive == 0


def test_the_opponent_is_told_their_own(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    assert Caller(unai).get(path(game)).json()["version"] == 0


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_a_stranger_learns_and_changes_nothing(game, stranger, method):
    body = [sent(game)] if method == "put" else []
    answer = getattr(Caller(stranger), method)(path(game), *body)
    assert (answer.status_code, code_of(answer)) == (403, "not_a_player")


def test_a_token_that_only_reads_prepares_nothing(game, amaia):
    answer = Caller(amaia, [Scope.READ]).put(path(game), sent(game, ["a1", "i9"]))
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


def test_a_program_is_told_to_answer_by_itself(amaia, unai):
    bot = make_bot(amaia)
    game = make_game(bot, unai, ["e5", "keep"])
    answer = Caller(bot).put(path(game), sent(game, ["a1", "i9"]))
    assert (answer.status_code, code_of(answer)) == (403, "no_conditions_for_programs")


def test_the_moves_of_a_game_say_which_were_made_by_condition(game, amaia, unai):
    prepare(game, amaia, ["a1", "i9"])
    services.play(game.pk, unai, 3, "a1")
    told = Caller(unai).get(f"games/{game.pk}").json()["moves"]
    assert [move["by_condition"] for move in told] == [False, False, False, True]
