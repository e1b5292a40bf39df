"""Judging positions and moves."""

import time

import pytest

from games.rules import Position
from tests.api.clients import Caller, code_of

START = "5/6/7/8/9/8/7/6/5 b"


def check(position, **more):
    return Caller().post("positions/check", {"position": position, **more})


def test_a_position_is_described(db):
    position = Position.start(5).play("e5").play("e6:e5-e4")
    told = check(str(position)).json()
    assert told["valid"]
    assert (told["position"], told["size"], told["turn"]) == (str(position), 5, "black")
    assert told["cells"] == position.cells()
    assert told["placements"] == position.placements()
    assert told["score"]["decided"] == position.score().decided
    assert not told["is_over"]
    assert told["move"] is None


def test_a_text_that_is_no_position_is_told_why(db):
    answer = check("5/6 b")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["valid"], told["reason"]) == (False, "bad_position")
    assert "rows" in told["message"]
    assert (told["position"], told["placements"]) == (None, [])


def test_a_volcano_without_height_makes_no_position(db):
    told = check("5/6/7/3BB3/3BBB3/3BB3/7/6/5 b").json()
    assert (told["valid"], told["reason"]) == (False, "bad_position")


def test_a_legal_move_leads_to_the_next_position(db):
    told = check(START, move="E5").json()["move"]
    after = str(Position.start(5).play("e5"))
    assert told == {
        "legal": True,
        "move": "e5",
        "reason": None,
        "message": None,
        "position": after,
    }


def test_an_illegal_move_has_a_reason(db):
    told = check(str(Position.start(5).play("e5")), move="e5").json()["move"]
    assert (told["legal"], told["move"], told["reason"]) == (False, "e5", "occupied")
    assert told["position"] is None
    assert told["message"]


def test_a_text_that_is_no_move_has_a_reason(db):
    told = check(START, move="swap").json()["move"]
    assert (told["legal"], told["move"], told["reason"]) == (False, None, "syntax")


def test_a_text_that_is_far_too_long_is_refused(db):
    answer = check("1" * 201)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


@pytest.mark.parametrize("character", ["²", "٣", "\u0000", "\n"])
def test_strange_characters_are_no_position(db, character):
    answer = check(f"5/6/7/8/9/8/7/6/{character} b")
    if answer.status_code == 200:
        assert not answer.json()["valid"]
    else:
        assert code_of(answer) == "validation_failed"


CROWDED = (
    "BbBBBBb/2B2B1B/bBBBBBBBB/1BB1BBB2B/B1BBBB1BB1B/BBBBBB1BBBbB/bBB1B1bBB1B1B/"
    "BBBBbBB1bBBB/BbBb1BBB1B1/B1BBBbB1BB/BBBBBBB1B/2bBB1B1/BBBBbbB b"
)
"""The slowest of many thousands that were tried: most volcanoes have hardly a cell to spill on."""


def test_a_crowded_position_is_judged_at_once(db):
    check(START)
    began = time.process_time()
    answer = check(CROWDED, move="c8")
    assert answer.json()["valid"]
    assert time.process_time() - began < 0.1
