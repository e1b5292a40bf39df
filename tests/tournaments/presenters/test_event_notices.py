"""How the notices of events read."""

import pytest

from sumendi_site.notices.kinds import find
from tournaments.models import AtDeadline, DecisionKind

EVENT = {"event": "Autumn Swiss", "slug": "autumn-swiss"}
BOARD = {"number": 2, "game": 7, "opponent": "unai"}
DEADLINE = BOARD | {"hours": 2, "your_turn": True, "until": "Thu 3 Dec, 04:52 CET"}
DECISION = BOARD | {"player": "amaia", "why": "Height 3.", "by": "olatz", "ending": "You lost."}


def text(code, /, **data):
    return find(code).write(EVENT | data)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (AtDeadline.WAIT, "the next round waits"),
        (AtDeadline.ORGANISER, "the organiser decides"),
        (AtDeadline.MORE_TIME, "more time left wins"),
        (AtDeadline.DRAW, "it is a draw"),
    ],
)
def test_a_warning_says_what_happens_at_the_deadline(rule, said):
    warning = text("event_deadline", rule=rule, **DEADLINE)
    assert warning.title == "Round 2 of Autumn Swiss ends in less than 2 hours"
    assert "It is your turn." in warning.body
    assert said in warning.body


@pytest.mark.parametrize("rule", AtDeadline)
def test_a_warning_says_where_a_proved_result_stands(rule):
    warning = text("event_deadline", rule=rule, proved_stands=True, **DEADLINE)
    assert "its ending is proved, the proved result stands; otherwise" in warning.body


def test_a_reminder_says_who_asks():
    reminder = text("event_deadline", by="olatz", game=7, opponent="unai", until="")
    assert reminder.title == "Your game against unai waits for a move"
    assert (reminder.body, reminder.url) == (
        "olatz, who runs Autumn Swiss, asks for it.",
        "/games/7/",
    )


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        (DecisionKind.ADJUDICATED, "amaia against unai was decided"),
        (DecisionKind.CORRECTED, "amaia against unai was corrected"),
    ],
)
def test_a_decision_says_who_made_it_and_why(kind, title):
    decision = text("event_decision", kind=kind, can_appeal=False, **DECISION)
    assert decision.title == title
    assert decision.body == (
        "Round 2 of Autumn Swiss. You lost. Decided by: olatz. The reason: “Height 3.”"
    )


def test_a_decision_says_whether_it_can_be_appealed_against():
    decision = text("event_decision", kind=DecisionKind.ADJUDICATED, can_appeal=True, **DECISION)
    assert decision.body.endswith("You can appeal until the next round is out.")


def test_a_decision_says_until_when_one_can_appeal_in_any_case():
    told = DECISION | {"kind": DecisionKind.ADJUDICATED, "can_appeal": True, "until": "Thu, 04:52"}
    assert text("event_decision", **told).body.endswith("is out, which is not before Thu, 04:52.")


def test_another_deadline_is_told():
    moved = text("event_deadline", moved_to="Thu 3 Dec, 04:52 CET", **BOARD)
    assert moved.title == "Round 2 of Autumn Swiss has another deadline"
    assert moved.body.endswith("The round now ends on Thu 3 Dec, 04:52 CET.")


def test_a_decision_of_nobody_is_the_rules():
    told = DECISION | {"by": "", "kind": DecisionKind.ADJUDICATED, "can_appeal": True}
    assert "Decided by: The rule of the event." in text("event_decision", **told).body


def test_an_answer_is_told_as_one():
    answer = text("event_decision", kind="answer", by="olatz", why="No.", **BOARD)
    assert (answer.title, answer.body) == (
        "Your appeal in Autumn Swiss has an answer",
        "olatz writes: “No.”",
    )


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (
            {"what": "appeal", "by": "unai", "number": 2, "board": 1, "why": "x"},
            "unai appeals in Autumn Swiss",
        ),
        (
            {"what": "deadline", "number": 2, "games": 3},
            "Autumn Swiss: round 2 is over its deadline",
        ),
        (
            {"what": "no_pairing", "number": 2, "why": "x"},
            "Autumn Swiss: round 2 cannot be paired",
        ),
        ({"what": "no_start", "why": "x"}, "Autumn Swiss could not begin"),
        ({"what": "yours"}, "You organise Autumn Swiss now"),
        ({"what": "alone"}, "Autumn Swiss has no organiser any more"),
    ],
)
def test_organisers_are_told_what_waits_for_them(data, title):
    desk = text("event_desk", **data)
    assert (desk.title, desk.url) == (title, "/tournaments/autumn-swiss/desk/")


def test_a_message_is_signed():
    message = text("event_message", by="olatz", text="Hello.")
    assert (message.title, message.body) == ("olatz writes to all in Autumn Swiss", "Hello.")


@pytest.mark.parametrize(
    ("data", "title"),
    [
        ({"what": "start"}, "Autumn Swiss has begun"),
        ({"what": "finish", "rank": 3, "of": 12}, "Autumn Swiss is over"),
        ({"what": "cancelled"}, "Autumn Swiss was cancelled"),
    ],
)
def test_players_are_told_how_far_the_event_is(data, title):
    assert text("event_stage", **data).title == title


def test_the_place_at_the_end_is_told():
    stage = text("event_stage", what="finish", rank=3, of=12)
    assert stage.body == "You, or your bot, came in on place 3 of 12."


@pytest.mark.django_db
def test_games_that_have_ended_wait_for_no_decision():
    assert find("event_desk").is_outdated(EVENT | {"what": "deadline", "number": 2, "games": 3})
