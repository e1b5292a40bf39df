"""Takebacks, reports and friends."""

from games import services
from games.models import Report
from tests.api.clients import Caller, code_of
from tests.games.factories import make_game, some_moves

NAME = {"player": "unai", "subject": "name", "category": "impersonation"}


def test_a_move_is_taken_back_by_consent(amaia, unai):
    game = make_game(amaia, unai, some_moves(5))
    path = f"games/{game.pk}/takeback"
    asked = Caller(unai).post(path, {"action": "ask", "ply": 5}).json()
    assert asked["takeback_by"] == "unai"
    agreed = Caller(amaia).post(path, {"action": "accept", "ply": 5}).json()
    assert (agreed["ply"], agreed["takebacks"]) == (4, 1)
    assert [gone["ply"] for gone in agreed["taken_back"]] == [5]
    assert Caller().get(f"games/{game.pk}").json()["taken_back"] == agreed["taken_back"]


def test_a_stranger_takes_nothing_back(amaia, unai, stranger):
    game = make_game(amaia, unai, some_moves(5))
    answer = Caller(stranger).post(f"games/{game.pk}/takeback", {"action": "ask", "ply": 5})
    assert code_of(answer) == "not_a_player"


def test_a_move_for_a_position_that_is_gone_is_refused(amaia, unai):
    game = make_game(amaia, unai, some_moves(4))
    sent = {"ply": 5, "move": some_moves(5)[4], "takebacks": 1}
    assert code_of(Caller(unai).post(f"games/{game.pk}/moves", sent)) == "wrong_ply"


def test_a_report_is_made_once_by_its_key(amaia, unai):
    caller = Caller(amaia)
    for _ in range(2):
        made = caller.post("me/reports", NAME, Idempotency_Key="number-1")
        assert made.status_code == 201
    assert Report.objects.get().reporter == amaia


def test_reports_are_seen_by_their_reporter_alone(amaia, unai, stranger):
    services.report(amaia, unai, services.Complaint("name", "spam"))
    assert Caller(amaia).get("me/reports").json()["results"][0]["state"] == "waiting"
    assert Caller(unai).get("me/reports").json()["results"] == []


def test_friends_are_added_and_removed(amaia, unai):
    caller = Caller(amaia)
    assert caller.put("me/friends/unai").json()["friend"]
    assert [one["name"] for one in caller.get("me/friends").json()["results"]] == ["unai"]
    assert caller.delete("me/friends/unai").status_code == 204
    assert caller.get("me/friends").json()["results"] == []
