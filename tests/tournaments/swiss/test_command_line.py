import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournaments.swiss.files import DATA, file_of, line
from tournaments.swiss.__main__ import main
from tournaments.swiss.generator import generate
from tournaments.swiss.trf import Report, read, write
from tournaments.swiss.trf.lines import MAX_BYTES


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize("case", ["001", "011", "022"])
def test_pair_prints_the_boards(case: str, capsys) -> None:
    assert main(["pair", str(DATA / "pairings" / f"{case}.trf")]) == 0
    assert capsys.readouterr().out == (DATA / "pairings" / f"{case}.pairs").read_text()


def test_pair_without_a_legal_pairing_says_so_and_why(capsys) -> None:
    assert main(["pair", str(DATA / "pairings" / "041.trf")]) == 1
    told = capsys.readouterr()
    assert told.out == "NO VALID PAIRING\n"
    assert "no complete pairing" in told.err


def test_pair_without_a_round_to_pair_says_how_many_there_are(capsys) -> None:
    assert main(["pair", str(DATA / "examples" / "ex1.trf")]) == 2
    assert "no round is left to pair: there are 5 rounds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("byes", "boards"), [("", "1\n1 2\n"), ("2", "1\n1 0\n"), ("1    2", "0\n")]
)
def test_pair_leaves_out_who_is_absent(byes: str, boards: str, tmp_path: Path, capsys) -> None:
    file = tmp_path / "absent.trf"
    absent = [f"240 Z   1    {byes}"] if byes else []
    file.write_bytes(file_of("142 3", "152 W", *absent, line(1), line(2)))
    assert main(["pair", str(file)]) == 0
    assert capsys.readouterr().out == boards


def test_pair_can_leave_colours_out(capsys) -> None:
    assert main(["pair", "--colour-free", str(DATA / "pairings" / "001.trf")]) == 0
    assert capsys.readouterr().out.startswith("5\n")


def test_pair_tells_if_the_event_has_other_rules(tmp_path: Path, capsys) -> None:
    file = tmp_path / "dubov.trf"
    file.write_bytes(file_of("142 3", "152 W", "192 FIDE_DUBOV", line(1), line(2)))
    assert main(["pair", str(file)]) == 0
    assert "this is FIDE_DUBOV" in capsys.readouterr().err


def test_pair_tells_the_reasons_of_every_board(capsys) -> None:
    assert main(["pair", "--why", str(DATA / "examples" / "ex1-before-round-4.trf")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["3", "1 2", "  Abaroa, Ane (2.5) - Berri, Koldo (2.0)"]
    assert lines[4].startswith("  Player 1 left the bracket of 2.5 points, as 2 of its 2 players")
    assert [line for line in lines if line[0] != " "] == ["3", "1 2", "4 3", "7 8"]


def test_pair_takes_the_colour_that_was_drawn(tmp_path: Path, capsys) -> None:
    file = tmp_path / "new.trf"
    file.write_bytes(file_of("142 3", line(1), line(2)))
    assert main(["pair", str(file)]) == 2
    assert "record 152" in capsys.readouterr().err
    assert main(["pair", "--initial-colour", "B", str(file)]) == 0
    assert capsys.readouterr().out == "1\n2 1\n"


def test_pair_tells_if_nobody_is_present(tmp_path: Path, capsys) -> None:
    file = tmp_path / "gone.trf"
    file.write_bytes(file_of("142 3", "152 W", "240 Z   1    1", line(1)))
    assert main(["pair", str(file)]) == 0
    assert "nobody is present in round 1" in capsys.readouterr().err


def test_tiebreaks_can_tell_the_sums(capsys) -> None:
    file = str(DATA / "examples" / "ex1.trf")
    assert main(["tiebreaks", file, "--codes", "BH", "--why"]) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "1. Abaroa, Ane (1)",
        "  PTS = 0.5 + 1 + 1 + 1 + 0.5 = 4",
        "  BH = 2.5 + 2 + 2.5 + 2.5 + 4 = 13.5",
        "  R3 forfeit win: min(own 4, ADJ of 2 = 2.5) = 2.5",
    ]


def test_roundrobin_prints_the_tables(capsys) -> None:
    assert main(["roundrobin", "--players", "3"]) == 0
    assert capsys.readouterr().out == "1: 2-3, 1-bye\n2: 1-2, 3-bye\n3: 3-1, 2-bye\n"


def test_tiebreaks_prints_the_codes_asked_for(capsys) -> None:
    wanted = table((DATA / "tiebreaks" / "tb01.csv").read_text())
    columns = [wanted[0].index(name) for name in ("StartNo", "PTS", "BH", "BH/C1", "SB")]
    assert main(["tiebreaks", str(DATA / "tiebreaks/tb01.trf"), "--codes", "BH,BH/C1,SB"]) == 0
    found = table(capsys.readouterr().out)
    assert found[0] == ["StartNo", "Rank", "PTS", "BH", "BH/C1", "SB"]
    assert [row[:1] + row[2:] for row in found] == [[row[i] for i in columns] for row in wanted]


def test_tiebreaks_prints_those_of_the_file_by_default(capsys) -> None:
    assert main(["tiebreaks", str(DATA / "examples" / "ex1.trf")]) == 0
    head = table(capsys.readouterr().out)[0]
    assert head[2:] == ["PTS", "DE", "BH/C1", "BH", "SB", "WIN", "TPN"]


def test_tiebreaks_can_look_at_an_earlier_round(capsys) -> None:
    file = str(DATA / "tiebreaks" / "tb01.trf")
    assert main(["tiebreaks", file, "--codes", "WIN", "--after", "1"]) == 0
    assert table(capsys.readouterr().out)[1] == ["1", "1", "1.0", "1"]


def test_tiebreaks_after_a_round_to_come_are_refused(capsys) -> None:
    assert main(["tiebreaks", str(DATA / "tiebreaks" / "tb01.trf"), "--after", "5"]) == 2
    assert capsys.readouterr().err == "Round 5 is not finished; 4 rounds are.\n"


def test_an_unknown_code_is_refused(capsys) -> None:
    assert main(["tiebreaks", str(DATA / "tiebreaks" / "tb01.trf"), "--codes", "EDE"]) == 2
    assert "team events" in capsys.readouterr().err


def test_generate_prints_a_report_that_can_be_read(capfdbinary) -> None:
    assert main(["generate", "--players", "9", "--rounds", "4", "--seed", "1"]) == 0
    report = read(capfdbinary.readouterr().out)
    assert (len(report.event.players), report.event.finished, report.remarks) == (9, 4, ())
    assert all(card.rank for card in report.cards.values())


def test_generate_can_leave_rounds_to_pair(tmp_path: Path, capfdbinary) -> None:
    asked = ["--players", "9", "--rounds", "4", "--seed", "1", "--played", "2"]
    assert main(["generate", *asked]) == 0
    report = read(capfdbinary.readouterr().out)
    assert (report.event.rounds, report.event.finished) == (4, 2)


def test_generate_tells_if_it_had_to_stop(capfdbinary) -> None:
    assert main(["generate", "--players", "4", "--rounds", "9", "--seed", "1"]) == 0
    assert b"no legal pairing any more" in capfdbinary.readouterr().err


@pytest.mark.parametrize("players", ["0", "10000", "many"])
def test_generate_refuses_a_number_of_players_that_no_file_holds(players: str, capsys) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["generate", "--players", players, "--rounds", "4", "--seed", "1"])
    assert caught.value.code == 2
    assert "--players" in capsys.readouterr().err


def test_a_file_that_is_wrong_is_refused_with_its_place(tmp_path: Path, capsys) -> None:
    file = tmp_path / "wrong.trf"
    file.write_bytes(file_of(line(1, "9w1"), line(2)))
    assert main(["pair", str(file)]) == 2
    assert (
        capsys.readouterr().err
        == f"{file}: line 1, column 92: there is no player 9; the last one is 2.\n"
    )


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys) -> None:
    file = tmp_path / "none.trf"
    assert main(["pair", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}: No such file or directory\n"


def test_a_folder_is_no_file(tmp_path: Path, capsys) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: Is a directory\n"


def run(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    call = [sys.executable, "-m", "tournaments.swiss", *arguments]
    return subprocess.Popen(call, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload, no-any-return]


def test_a_report_can_come_in_at_the_standard_input() -> None:
    case = DATA / "pairings" / "001.trf"
    with case.open("rb") as file:
        process = run("pair", "-", stdin=file, stdout=subprocess.PIPE)
        assert process.communicate(timeout=60)[0] == case.with_suffix(".pairs").read_bytes()


def test_who_reads_the_first_line_only_is_no_error() -> None:
    process = run(
        "generate", "--players", "600", "--rounds", "2", "--seed", "1", stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        assert process.stdout.readline().startswith(b"012 ")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.wait(60) == 0


def test_a_closed_output_is_told(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["roundrobin", "--players", "4"]) == 2
    assert "output is closed" in capsys.readouterr().err


def test_a_file_too_large_is_not_read_to_its_end(tmp_path: Path, capsys) -> None:
    file = tmp_path / "large.trf"
    with file.open("wb") as large:
        os.truncate(large.fileno(), 50 * MAX_BYTES)
    assert main(["check", str(file)]) == 2
    assert "bytes" in capsys.readouterr().err


def test_what_is_odd_in_a_file_is_told_besides(tmp_path: Path, capsys) -> None:
    file = tmp_path / "odd.trf"
    file.write_bytes(file_of("062 3", line(1, "2w1"), line(2, "1b0")))
    assert main(["tiebreaks", str(file)]) == 0
    assert capsys.readouterr().err == (
        f"{file}: line 1, column 5: 3 players here, but 2 in the file.\n"
    )


def test_check_finds_nothing_in_an_event_paired_by_the_rules(tmp_path: Path, capfdbinary) -> None:
    assert main(["generate", "--players", "14", "--rounds", "5", "--seed", "2"]) == 0
    file = tmp_path / "event.trf"
    file.write_bytes(capfdbinary.readouterr().out)
    assert main(["check", str(file)]) == 0
    assert capfdbinary.readouterr().out == b"Rounds checked: 5, paired otherwise: 0\n"


def test_check_tells_a_round_that_was_paired_otherwise(tmp_path: Path, capsys) -> None:
    file = tmp_path / "event.trf"
    rows = (line(1, "2w1"), line(2, "1b0"), line(3, "4w1"), line(4, "3b0"))
    file.write_bytes(file_of("142 3", "152 W", *rows))
    assert main(["check", str(file)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Round 1: ")
    assert told[1:] == [
        "  by the rules: 1-3, 4-2",
        "  played: 1-2, 3-4",
        "Rounds checked: 1, paired otherwise: 1",
    ]


def test_the_package_runs_as_a_module() -> None:
    file = DATA / "pairings" / "001.trf"
    run = subprocess.run(
        [sys.executable, "-m", "tournaments.swiss", "pair", str(file)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert run.stdout == file.with_suffix(".pairs").read_text()


def test_check_leaves_the_table_of_a_round_robin_alone(tmp_path: Path, capsys) -> None:
    file = tmp_path / "table.trf"
    file.write_bytes(write(Report(generate(4, 3, seed=1), kind="Individual: Round-Robin")))
    assert main(["check", str(file)]) == 0
    assert "a table gives the pairings of a round robin" in capsys.readouterr().out
