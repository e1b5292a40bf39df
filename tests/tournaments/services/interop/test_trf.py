"""The report of an event, as gacrux reads it, too."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournaments.factories import (
    BLACK_WINS,
    DRAWN,
    WHITE_WINS,
    make_organiser,
    make_running,
    make_tournament,
    play_round,
    publish_round,
)
from tournaments.models import Format, PairingMode, Tournament
from tournaments.services import byes, entering
from tournaments.services.errors import NoReport
from tournaments.services.events import event_of
from tournaments.services.interop.trf import report_of, trf16, trf26
from tournaments.services.tables import standings
from tournaments.swiss.event import Code
from tournaments.swiss.trf import read

pytestmark = pytest.mark.django_db

RULES_OF_2026 = "2026-03-02T08:00:00Z"
NO_SHOW = (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)


def make_played(**fields: object) -> Tournament:
    """Seven players: a bye asked for, a no-show, one who leaves, the allocated byes of an odd
    field; two of three rounds are finished."""
    tournament = make_running(7, **fields)
    players = [entry.player for entry in tournament.entries.order_by("number")]
    byes.ask_bye(players[2], tournament.slug, 2)
    play_round(tournament, [WHITE_WINS, BLACK_WINS, DRAWN])
    entering.withdraw(players[6], tournament.slug)
    play_round(tournament, [DRAWN, NO_SHOW])
    Tournament.objects.filter(pk=tournament.pk).update(started=RULES_OF_2026)
    tournament.refresh_from_db()
    return tournament


def gacrux(report: bytes, codes: str, rounds: int, folder: Path) -> list[dict[str, str]]:
    """Its standings, by the players' numbers."""
    path = folder / "event.trf"
    path.write_bytes(report)
    arguments = ["-s", "-i", str(path), "-F", "CSV", "-d", ",", "-n", str(rounds)]
    run = subprocess.run(
        [sys.executable, "-m", "gacrux.tiebreakchecker", *arguments, "-t", *codes.split(",")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return list(csv.DictReader(run.stdout.splitlines()))


@pytest.mark.once
def test_gacrux_reads_the_report_and_ranks_alike(tmp_path):
    tournament = make_played(tie_breaks="BH/C1,BH,SB,WIN,DE")
    theirs = gacrux(trf26(tournament), "PTS,BH/C1,BH,SB,WIN,DE", 2, tmp_path)
    ours = sorted(standings(tournament, 2).lines, key=lambda line: line.number)
    assert [(int(row["StartNo"]), int(row["Rank"])) for row in theirs] == [
        (line.number, line.rank) for line in ours
    ]
    assert [float(row["BH"]) for row in theirs] == [
        next(float(value.text) for value in line.values if value.code == "BH") for line in ours
    ]


def test_the_report_read_again_is_the_event():
    tournament = make_played(points="football", bye_worth="draw")
    again = read(trf26(tournament)).event
    event = event_of(tournament)
    assert [player.results for player in again.players] == [p.results for p in event.players]
    assert (again.scoring, again.rounds, again.initial_colour) == (
        event.scoring,
        event.rounds,
        event.initial_colour,
    )


def test_the_report_says_who_organised_it_and_how_it_stands():
    tournament = make_played()
    report = read(trf26(tournament))
    assert (report.name, report.arbiter, report.city) == ("Autumn Swiss", "olatz", "Internet")
    assert report.tie_breaks == ("BH/C1", "BH", "SB", "WIN", "DE")
    ranks = {number: card.rank for number, card in report.cards.items()}
    assert ranks == {line.number: line.rank for line in standings(tournament, 2).lines}


def test_a_round_that_is_played_is_not_in_the_report_yet():
    tournament = make_running(4)
    publish_round(tournament)
    assert read(trf26(tournament)).event.finished == 0


@pytest.mark.parametrize(
    ("mode", "is_said"), [(PairingMode.COLOUR_FREE, True), (PairingMode.DUTCH, False)]
)
def test_a_report_says_when_seats_were_not_paired_by_the_rules(mode, is_said):
    text = trf26(make_running(4, pairing_mode=mode)).decode()
    assert ("without the rules about colours" in text) is is_said


def test_a_round_robin_says_what_it_is():
    tournament = make_running(4, format=Format.ROUND_ROBIN)
    report = trf26(tournament)
    assert read(report).is_round_robin
    assert b"FIDE_DUTCH" not in report


@pytest.mark.parametrize(("control", "coded"), [("7d+1d", "604800+86400"), ("3d", "")])
def test_only_a_bank_can_be_written_as_the_files_code_it(control, coded):
    assert report_of(make_running(2, time_control=control)).coded_time_control == coded


def test_the_older_kind_has_its_own_record_of_rounds():
    lines = trf16(make_running(4)).decode().splitlines()
    assert "XXR 3" in lines
    assert not [line for line in lines if line.startswith("142")]


def test_before_the_start_there_is_no_report():
    with pytest.raises(NoReport):
        trf26(make_tournament(make_organiser()))
