"""How the log, the rules and the reasons of events read."""

import pytest

from sumendi_site.accounts.models import User
from tournaments.models import Act, LogEntry, Tournament
from tournaments.presenters.log import text_of
from tournaments.presenters.rules import TIE_BREAKS, rules_of, words_of
from tournaments.presenters.terms import hours, terms_of
from tournaments.swiss.tiebreaks import parse
from tournaments.swiss.tiebreaks.codes import Name

DECIDED = "decided round 3, board 2, amaia against unai: 1f \N{EN DASH} 0f. “Not there.”"
ENTERED = {"player": "unai", "rating": 1600, "number": 9}
BOARD = {"board": 2, "white": "amaia", "black": "unai", "codes": ["+", "-"], "why": "Not there."}


@pytest.mark.parametrize(
    ("act", "data", "said"),
    [
        (Act.CREATED, {"name": "Autumn"}, "created “Autumn”"),
        (Act.CHANGED, {"changes": {"rated": [True, False]}}, "changed rated from yes to no"),
        (Act.CHANGED, {"changes": {}}, "changed the password"),
        (Act.ROUNDS, {"changes": {"rounds": [7, 5]}}, "changed rounds from 7 to 5"),
        (Act.PUBLISHED, {"games": 4}, "published round 3"),
        (
            Act.ENTERED,
            {"player": "unai", "rating": 1600, "number": 9},
            "entered unai (1600, number 9)",
        ),
        (Act.ENTERED, {"player": "amaia", "rating": 1600, "number": None}, "entered (1600)"),
        (
            Act.WITHDRAWN,
            {"player": "amaia", "after_round": True},
            "withdrew after the round",
        ),
        (Act.WITHDRAWN, {"player": "unai"}, "took unai out"),
        (Act.BYE, {"player": "unai", "kind": "F"}, "noted for unai in round 3: full-point bye"),
        (Act.BYE, {"player": "amaia", "kind": "H"}, "asked for round 3: half-point bye"),
        (Act.FORBIDDEN, {"players": ["unai", "ane"]}, "forbade the pair unai and ane"),
        (
            Act.DECIDED,
            BOARD,
            DECIDED,
        ),
        (Act.WARNED, {"board": 2, "players": ["unai"]}, "reminded unai of board 2 in round 3"),
        (Act.WARNED, {"hours": 24, "told": 3}, "warned of the deadline of round 3: 24 hours left"),
        (Act.STAFF, {"removed": "unai"}, "unai is no organiser any more"),
        (Act.CANCELLED, {"why": "Too few."}, "called the tournament off: “Too few.”"),
        (Act.OPENED, {}, "opened registration"),
    ],
)
def test_the_log_says(act, data, said):
    entry = LogEntry(act=act, data=data, round=3, by=User(username="amaia"))
    assert text_of(entry) == said


def test_a_moved_deadline_is_told_with_both_instants():
    moved = ["2026-12-01T10:00:00+00:00", "2026-12-02T10:00:00+00:00"]
    said = text_of(LogEntry(act=Act.DEADLINE, data={"deadline": moved}, round=3))
    assert "from Tue 1 Dec 2026" in said
    assert "to Wed 2 Dec 2026" in said


def test_every_tie_break_has_words():
    assert set(TIE_BREAKS) == set(Name)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("BH/C1", "Buchholz, the sum of the opponents' points, without the lowest"),
        ("BH/M1/P", "without the lowest and the highest; forfeits count as games"),
        ("AOB/F", "as if the last round had been drawn"),
        ("ARO/U1200", "who has no rating counts as 1200"),
        ("TPN/R", "the pairing number, the other way round"),
    ],
)
def test_modifiers_of_tie_breaks_are_told(code, said):
    assert said in words_of(parse(code))


def rules(**settings):
    event = Tournament(**{"time_control": "7d+1d", **settings})
    return " ".join(line for section in rules_of(event) for line in section.lines)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"at_deadline": "wait"}, "go on by their clocks, and the next round waits"),
        ({"at_deadline": "more_time"}, "the player with more time left wins"),
        ({"at_deadline": "more_time", "time_control": "3d"}, "less time for all turns"),
        ({"at_deadline": "draw"}, "A game that still runs is a draw."),
        ({"at_deadline": "draw"}, "If no ply was played, it is no draw: both forfeit."),
        ({"proved_stands": True}, "That is rated like a game played to its end."),
        ({"proved_stands": True}, "Where nothing is proved: an organiser decides each game"),
        ({"points": "football"}, "A win is 3 points"),
        ({"bye_worth": "loss"}, "has the bye and gets nothing for it"),
        ({"pairing_mode": "dutch"}, "as White and Black are in chess"),
        ({"format": "round_robin", "cycles": 2}, "2 times, with the seats exchanged"),
        ({"rated": False}, "no rating changes"),
        ({"entrants": "bots"}, "Only bots play"),
        ({"access": "password"}, "Whoever knows the password"),
        ({"is_automatic": False}, "An organiser pairs each round"),
        ({"tie_breaks": ""}, "Points alone decide"),
        ({"rating_min": 1400, "rating_max": 1800}, "For ratings from 1400 up to 1800."),
    ],
)
def test_the_rules_follow_the_settings(settings, said):
    assert said in rules(**settings)


def test_no_forfeit_is_announced_where_nobody_is_waited_for():
    assert "forfeits the game" not in rules(no_show_hours=0)


def test_the_terms_fit_a_line():
    event = Tournament(time_control="7d+1d", rounds=7)
    assert terms_of(event) == (
        "7 rounds · size 6 · rated · 7 d + 1 d a move, 30 days a round · open to people and bots"
    )


@pytest.mark.parametrize(
    ("number", "said"),
    [(720, "30 days"), (36, "1 day and 12 hours"), (1, "1 hour"), (0, "no time")],
)
def test_hours_are_told_in_days(number, said):
    assert hours(number) == said
