"""Making moves."""

import pytest
from django.utils import timezone

from games.models import Move
from games.rules import Position
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.at_once import at_once
from tests.games.factories import in_hours, make_finished_game, make_game


@pytest.fixture
def game(amaia, unai):
    return make_game(amaia, unai, ["e5", "keep"])


def send(user, game, ply, move, **more):
    return Caller(user).post(f"games/{game.pk}/moves", {"ply": ply, "move": move, **more})


def test_a_move_is_made(game, unai):
    answer = send(unai, game, 3, "e6:e5-e4")
    assert answer.status_code == 201
    told = answer.json()
    assert (told["ply"], told["move"], told["repeated"]) == (3, "e6:e5-e4", False)
    assert told["game"]["to_move"] == "amaia"
    assert told["game"]["moves"][-1]["move"] == "e6:e5-e4"


def test_the_game_in_the_answer_is_the_one_that_is_read(game, unai):
    told = send(unai, game, 3, "c3").json()["game"]
    assert told == Caller().get(f"games/{game.pk}").json()


def test_the_same_move_again_is_no_error(game, unai):
    send(unai, game, 3, "c3")
    answer = send(unai, game, 3, "C3 ")
    assert (answer.status_code, answer.json()["repeated"]) == (200, True)
    assert Move.objects.filter(game=game).count() == 3


def test_another_move_for_the_same_ply_is_a_conflict(game, unai):
    send(unai, game, 3, "c3")
    answer = send(unai, game, 3, "c4")
    assert (answer.status_code, code_of(answer)) == (409, "ply_taken")


def test_a_side_is_chosen_by_a_move(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    answer = send(unai, game, 2, "swap")
    assert (answer.status_code, answer.json()["game"]["black"]) == (201, "unai")


def test_an_illegal_move_is_refused_with_its_reason(game, unai):
    answer = send(unai, game, 3, "e5")
    assert (answer.status_code, code_of(answer)) == (400, "illegal_move")
    assert answer.json()["reason"] == "occupied"


def test_a_text_that_is_no_move_is_refused(game, unai):
    answer = send(unai, game, 3, "resign")
    assert (answer.status_code, code_of(answer)) == (400, "move_syntax")


def test_who_is_not_to_move_waits(game, amaia):
    answer = send(amaia, game, 3, "c3")
    assert (answer.status_code, code_of(answer)) == (409, "not_your_turn")


def test_a_move_for_a_later_ply_is_refused(game, unai):
    answer = send(unai, game, 5, "c3")
    assert (answer.status_code, code_of(answer)) == (409, "wrong_ply")


def test_a_stranger_makes_no_move(game, stranger):
    answer = send(stranger, game, 3, "c3")
    assert (answer.status_code, code_of(answer)) == (403, "not_a_player")


def test_without_a_token_nobody_makes_a_move(game):
    answer = send(None, game, 3, "c3")
    assert (answer.status_code, code_of(answer)) == (401, "signed_out")


def test_a_token_to_read_makes_no_move(game, unai):
    reader = Caller(unai, [Scope.READ])
    answer = reader.post(f"games/{game.pk}/moves", {"ply": 3, "move": "c3"})
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


def test_a_finished_game_takes_no_move(amaia, unai):
    game = make_finished_game(amaia, unai, ["e5", "keep"])
    answer = send(unai, game, 3, "c3")
    assert (answer.status_code, code_of(answer)) == (409, "game_over")


def test_a_move_after_the_deadline_ends_the_game(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"], deadline=in_hours(-1))
    answer = send(unai, game, 3, "c3")
    assert (answer.status_code, code_of(answer)) == (409, "too_late")
    game.refresh_from_db()
    assert game.termination == "timeout"


BAD = [
    {"ply": 0, "move": "c3"},
    {"ply": "three", "move": "c3"},
    {"ply": 10**20, "move": "c3"},
    {"ply": 3},
    {"ply": 3, "move": ""},
    {"ply": 3, "move": "c" * 101},
    {"ply": 3, "move": ["c3"]},
    {"ply": 3, "move": "c3", "confirm": True},
    ["c3"],
]


@pytest.mark.parametrize("sent", BAD)
def test_a_body_that_is_no_move_names_its_fault(game, unai, sent):
    answer = Caller(unai).post(f"games/{game.pk}/moves", sent)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")
    assert answer.json()["errors"]


@pytest.mark.django_db(transaction=True)
def test_two_different_moves_at_once_make_one(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    answers = at_once([lambda move=move: send(unai, game, 3, move) for move in ("c3", "c4")])
    assert sorted(answer.status_code for answer in answers) == [201, 409]


@pytest.mark.django_db(transaction=True)
def test_the_same_move_twice_at_once_is_one_move(amaia, unai):
    game = make_game(amaia, unai, ["e5", "keep"])
    answers = at_once([lambda: send(unai, game, 3, "c3")] * 2)
    assert sorted(answer.status_code for answer in answers) == [200, 201]


def test_the_legal_placements_are_those_of_the_position(game):
    told = Caller().get(f"games/{game.pk}/legal").json()
    assert told == {
        "ply": 3,
        "to_move": "unai",
        "choices": [],
        "placements": Position.start(5).play("e5").placements(),
    }


def test_a_cell_is_told_its_targets(game):
    told = Caller().get(f"games/{game.pk}/legal", {"cell": "E6"}).json()
    assert told["cell"] == "e6"
    assert told["targets"] == Position.start(5).play("e5").targets("e6")


def test_the_choice_of_side_is_a_choice(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    told = Caller().get(f"games/{game.pk}/legal").json()
    assert (told["choices"], told["placements"]) == (["swap", "keep"], [])


def test_in_a_finished_game_nothing_is_legal(amaia, unai):
    game = make_finished_game(amaia, unai, ["e5", "keep"])
    told = Caller().get(f"games/{game.pk}/legal").json()
    assert (told["to_move"], told["choices"], told["placements"]) == (None, [], [])


@pytest.mark.parametrize(("cell", "reason"), [("e5", "occupied"), ("z9", "offboard")])
def test_a_cell_that_is_no_placement_has_a_reason(game, cell, reason):
    answer = Caller().get(f"games/{game.pk}/legal", {"cell": cell})
    assert (answer.status_code, code_of(answer)) == (400, "illegal_move")
    assert answer.json()["reason"] == reason


def test_no_cell_is_a_placement_while_the_side_is_chosen(amaia, unai):
    game = make_game(amaia, unai, ["e5"])
    answer = Caller().get(f"games/{game.pk}/legal", {"cell": "c3"})
    assert answer.json()["reason"] == "side_choice"


def test_a_move_takes_as_long_as_it_took(game, unai):
    before = timezone.now()
    send(unai, game, 3, "c3")
    assert Move.objects.get(game=game, ply=3).made >= before
