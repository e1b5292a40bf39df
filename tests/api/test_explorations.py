"""Trying moves by programs."""

import sys

import pytest

from games.api.explorations import TreeField
from games.models import Exploration
from games.rules import Position
from games.services import exploring
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_finished_game, make_game

E5 = {"text": "e5", "comment": "", "children": []}
TREE = {"start": str(Position.start(5)), "children": [E5]}
OTHER = {**TREE, "children": [{**E5, "text": "a1"}]}


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai)


@pytest.fixture
def board(amaia):
    return exploring.new_board(amaia, 5)


def test_what_is_kept_beside_a_game_is_read_again(game, amaia):
    path = f"games/{game.pk}/exploration"
    assert Caller(amaia).put(path, {"version": 0, "tree": TREE}).json()["version"] == 1
    assert Caller(amaia).get(path).json()["tree"] == TREE


def test_before_anything_is_kept_there_is_an_empty_tree_of_version_0(game, amaia):
    told = Caller(amaia).get(f"games/{game.pk}/exploration").json()
    assert (told["id"], told["version"], told["tree"]["children"]) == (None, 0, [])


def test_it_is_of_ones_own(game, amaia, unai):
    path = f"games/{game.pk}/exploration"
    Caller(amaia).put(path, {"version": 0, "tree": TREE})
    assert Caller(unai).get(path).json()["tree"]["children"] == []


def test_a_save_made_from_an_older_version_is_a_conflict(board, amaia):
    path = f"explorations/{board.pk}"
    Caller(amaia).put(path, {"version": 1, "tree": TREE})
    answer = Caller(amaia).put(path, {"version": 1, "tree": OTHER})
    assert (answer.status_code, code_of(answer)) == (409, "exploration_changed")


def test_sending_the_same_tree_again_gives_the_same_answer(board, amaia):
    path = f"explorations/{board.pk}"
    answers = [Caller(amaia).put(path, {"version": 1, "tree": TREE}).json() for _ in range(2)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("tree", [{"children": []}, {**TREE, "more": 1}, TREE["children"], 5, None])
def test_what_is_no_tree_is_refused(board, amaia, tree):
    answer = Caller(amaia).put(f"explorations/{board.pk}", {"version": 1, "tree": tree})
    assert answer.status_code == 400


def test_an_illegal_move_is_refused_with_the_rule(board, amaia):
    tree = {**TREE, "children": [{**E5, "children": [{"text": "keep", "children": [E5]}]}]}
    answer = Caller(amaia).put(f"explorations/{board.pk}", {"version": 1, "tree": tree})
    assert (code_of(answer), answer.json()["reason"]) == ("bad_tree", "occupied")


def test_one_that_is_not_published_is_not_there_for_others(board, stranger):
    for other in (Caller(stranger), Caller()):
        assert code_of(other.get(f"explorations/{board.pk}")) == "exploration_not_found"


def test_ones_own_needs_the_scope_read(board, amaia):
    path = f"explorations/{board.pk}"
    assert Caller(amaia, [Scope.READ]).get(path).status_code == 200
    assert Caller(amaia, [Scope.PLAY]).get(path).status_code == 404


def test_it_is_published_renamed_and_taken_back(board, amaia):
    path = f"explorations/{board.pk}"
    Caller(amaia).patch(path, {"published": True, "title": "Mine"})
    shown = Caller().get(path).json()
    assert (shown["title"], shown["url"]) == ("Mine", f"http://localhost:8000/{path}/")
    Caller(amaia).patch(path, {"published": False})
    assert Caller().get(path).status_code == 404


def test_of_a_refused_change_nothing_is_done(game, amaia):
    kept = exploring.save_beside(amaia, game.pk, 0, TREE)
    answer = Caller(amaia).patch(f"explorations/{kept.pk}", {"published": True, "title": "Mine"})
    assert code_of(answer) == "not_to_be_published"
    assert Exploration.objects.get().title == ""


def test_others_can_neither_save_nor_change_nor_delete_a_published_one(amaia, unai, stranger):
    kept = exploring.save_beside(amaia, make_finished_game(amaia, unai).pk, 0, TREE)
    path = f"explorations/{exploring.publish(amaia, kept.pk).pk}"
    other = Caller(stranger)
    for answer in (
        other.put(path, {"version": 1, "tree": OTHER}),
        other.patch(path, {"title": "Mine"}),
        other.delete(path),
    ):
        assert answer.status_code == 404
    assert Exploration.objects.get().tree == TREE


def test_the_list_leaves_the_trees_out(game, board, amaia):
    exploring.save_beside(amaia, game.pk, 0, TREE)
    rows = Caller(amaia).get("me/explorations", {"limit": 1}).json()
    assert [row["game"] for row in rows["results"]] == [game.pk]
    assert "tree" not in rows["results"][0]
    assert rows["next"]


def test_a_board_is_made_once_and_deleted(amaia):
    made = Caller(amaia).post("me/explorations", {"size": 5})
    assert made.status_code == 201
    assert Caller(amaia).post("me/explorations", {"size": 5}).json()["id"] == made.json()["id"]
    path = f"explorations/{made.json()['id']}"
    assert Caller(amaia).delete(path).status_code == 204
    assert Caller(amaia).delete(path).status_code == 404


def test_a_tree_is_as_deep_as_it_was_read():
    deep = []
    for _ in range(sys.getrecursionlimit()):
        deep = [deep]
    assert TreeField().run_validation(deep) is deep


RECORD = '[First "amaia"]\n[Size "5"]\n[Result "*"]\n\n1. {}\n\n'
SEVERAL = RECORD.format("e5 keep") + RECORD.format("a1")


def test_the_games_in_a_text_are_told_by_their_tags(db):
    told = Caller().post("records", {"text": SEVERAL}).json()["records"]
    assert [(one["number"], one["first"], one["second"]) for one in told] == [
        (1, "amaia", ""),
        (2, "amaia", ""),
    ]


def test_one_of_several_records_is_explored_by_its_number(amaia):
    answer = Caller(amaia).post("me/explorations/import", {"text": SEVERAL, "number": 2})
    assert answer.status_code == 201
    assert answer.json()["tree"]["children"] == [{"text": "a1", "comment": "", "children": []}]


@pytest.mark.parametrize(
    ("more", "words"),
    [({}, "There are 2 games in it"), ({"number": 3}, "no game 3 in it: there are 2 games")],
)
def test_a_text_of_several_records_is_refused_without_the_number_of_one(amaia, more, words):
    answer = Caller(amaia).post("me/explorations/import", {"text": SEVERAL, **more})
    assert code_of(answer) == "bad_record"
    assert words in answer.json()["detail"]
