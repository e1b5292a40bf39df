import csv

import pytest

from tests.tournaments.factories import (
    DRAWN,
    WHITE_WINS,
    make_running,
    play_round,
    publish_round,
)
from tournaments.services import pairing
from tournaments.services.interop.finished_events import import_event
from tournaments.services.interop.sheets import pairings_csv, standings_csv
from tournaments.services.interop.trf import trf26

pytestmark = pytest.mark.django_db


def rows(text):
    return list(csv.DictReader(text.splitlines()))


@pytest.fixture
def tournament():
    tournament = make_running(3, tie_breaks="BH,SB")
    play_round(tournament, [WHITE_WINS])
    return tournament


def test_standings_have_a_line_a_player_with_values_and_rounds(tournament):
    line = next(row for row in rows(standings_csv(tournament)) if row["name"] == "amaia")
    assert (line["number"], line["rating"], line["PTS"]) == ("1", "2000", "1.0")
    assert line.keys() >= {"rank", "BH", "SB"}
    assert line["round 1"] == "2w1"


def test_a_game_that_runs_has_no_result_in_the_standings(tournament):
    publish_round(tournament)
    lines = {line["name"]: line["round 2"] for line in rows(standings_csv(tournament))}
    assert sorted(text[-1] for text in lines.values()) == ["U", "b", "w"]


@pytest.mark.parametrize("sheet", [standings_csv, pairings_csv])
def test_no_name_is_a_formula(tournament, sheet):
    report = trf26(tournament).replace(b"amaia", b"=1+1 ").replace(b"142 3", b"142 1")
    imported = import_event(tournament.organiser, report, 6)
    assert "'=1+1" in {value for row in rows(sheet(imported)) for value in row.values()}


def test_pairings_have_a_line_a_board_and_its_game(tournament):
    board, bye = rows(pairings_csv(tournament))
    game = tournament.all_rounds.get().pairings.get(board=1).game_id
    assert board == {
        "round": "1",
        "board": "1",
        "first": "amaia",
        "second": "unai",
        "first result": "1",
        "second result": "0",
        "game": str(game),
    }
    assert (bye["first"], bye["second"], bye["first result"]) == ("leire", "", "U")


def test_a_draft_is_not_in_the_pairings(tournament):
    pairing.pair(None, tournament.slug)
    assert {row["round"] for row in rows(pairings_csv(tournament))} == {"1"}


def test_the_standings_of_an_earlier_round_can_be_had(tournament):
    play_round(tournament, [DRAWN])
    assert "round 2" not in standings_csv(tournament, after=1)
