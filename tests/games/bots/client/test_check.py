"""`check` and `new`: a bot at home."""

import re

import pytest

from games.bots.client.sumendi import samples
from games.bots.client.sumendi.rules import Record
from tests.games.bots.client.running import run


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_plays_itself_to_the_end(pyz, tmp_path, name):
    file = tmp_path / "mybot.py"
    assert run(pyz, "new", str(file), "--sample", name).returncode == 0
    done = run(pyz, "check", str(file), "--size", "5", "--games", "2", flags=("-I", "-S"))
    assert done.returncode == 0, done.stderr
    games = (
        r"Game \d, size 5: (black wins|white wins|a draw).* after \d+ plies\.\n  Time for a move: "
    )
    assert len(re.findall(games, done.stdout)) == 2


def test_new_never_overwrites_a_file(pyz, write_bot):
    file = write_bot("precious = 1")
    done = run(pyz, "new", str(file))
    assert done.returncode == 1
    assert "already" in done.stderr
    assert file.read_text() == "precious = 1"


def test_the_moves_of_a_check_are_a_record(pyz, sample):
    done = run(pyz, "check", str(sample), "--games", "1", "--record")
    record = Record.parse(done.stdout[done.stdout.index("[Event") :])
    assert record.size == 5
    assert list(record.positions())[-1].is_over


BROKEN = {
    "illegal": ("return 'a1:b1-c1'", r"made an illegal move\. It chose 'a1:b1-c1'\. .*volcano"),
    "no text of a move": ("return 'hello'", "is not written like a move"),
    "nothing": ("return None", r"returned no move\. choose\(\) returned None"),
    "a number": ("return 7", r"choose\(\) returned 7"),
    "raises": ("raise KeyError('d4')", r"raised an exception\. Traceback(.|\n)*KeyError: 'd4'"),
    "exits": ("import sys; sys.exit(3)", r"raised an exception\. Traceback(.|\n)*SystemExit: 3"),
    "dies": ("import os; os._exit(5)", r"ended its process\. Its exit status was 5"),
    "hangs": ("import time; time.sleep(60)", r"took too long\. It did not answer within 1\.0 s"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_bot_is_told_what_it_did_and_where(pyz, write_bot, name):
    body, told = BROKEN[name]
    file = write_bot(f"def choose(position, clock):\n    {body}\n")
    done = run(pyz, "check", str(file), "--games", "1", "--limit", "1")
    assert done.returncode == 1
    assert re.search(told, done.stdout), done.stdout
    assert "broken off at ply 1 (black to move)" in done.stdout
    assert "Position: 5/6/7/8/9/8/7/6/5 b" in done.stdout


UNLOADABLE = {
    "syntax": ("def choose(", "SyntaxError"),
    "no choose": ("x = 1", r"has no function choose\(position, clock\)"),
    "raises": ("1 / 0", "ZeroDivisionError"),
}


@pytest.mark.parametrize("name", UNLOADABLE)
def test_a_bot_that_cannot_be_loaded_is_told_why(pyz, write_bot, name):
    source, told = UNLOADABLE[name]
    done = run(pyz, "check", str(write_bot(source)))
    assert done.returncode == 1
    assert re.search(told, done.stderr)
    assert "sumendi: The bot cannot be loaded" in done.stderr


def test_a_file_that_is_not_there_is_told(pyz, tmp_path):
    assert "There is no file" in run(pyz, "check", str(tmp_path / "none.py")).stderr


def test_what_a_bot_prints_and_reads_disturbs_nothing(pyz, write_bot):
    file = write_bot(
        """
        import os, sys

        def choose(position, clock):
            print("thinking")
            os.write(1, b"deeply\\n")
            assert sys.stdin.read() == ""
            return position.first_move(position.placements()[0])
        """
    )
    done = run(pyz, "check", str(file), "--games", "1")
    assert done.returncode == 0, done.stdout
    assert "thinking" not in done.stdout
    assert "thinking" in done.stderr
    assert "deeply" in done.stderr


def test_a_bot_may_use_the_package_and_its_own_modules(pyz, write_bot, tmp_path):
    (tmp_path / "taste.py").write_text("def first(cells):\n    return cells[0]\n")
    file = write_bot(
        """
        import taste
        from sumendi import Move, Position

        def choose(position: Position, clock) -> Move:
            return position.first_move(taste.first(position.placements()))
        """
    )
    assert run(pyz, "check", str(file), "--games", "1").returncode == 0


def test_a_bot_chooses_its_side(pyz, write_bot):
    file = write_bot(
        """
        def choose(position, clock):
            return str(position.first_move(position.placements()[0])).upper()

        def choose_side(position, clock):
            assert len(position.cells()) == 1 and clock.seconds > 0
            return "swap"
        """
    )
    done = run(pyz, "check", str(file), "--games", "1", "--record")
    assert "1. a1 swap 2." in done.stdout, done.stdout + done.stderr


def test_a_bot_that_does_not_choose_takes_only_a_volcano_off_the_edge(pyz, write_bot):
    source = "def choose(position, clock):\n    return {!r} if not position.cells() else None\n"
    choices = {}
    for cell in ("a1", "e5"):
        done = run(pyz, "check", str(write_bot(source.format(cell))), "--games", "1", "--record")
        choices[cell] = re.search(r"1\. \w+ (\w+)", done.stdout)[1]
    assert choices == {"a1": "keep", "e5": "swap"}


def test_a_wrong_side_is_told(pyz, write_bot):
    file = write_bot(
        """
        def choose(position, clock):
            return "e5"

        def choose_side(position, clock):
            return "black"
        """
    )
    done = run(pyz, "check", str(file), "--games", "1")
    assert "choose_side() returned 'black', not 'swap' or 'keep'" in done.stdout
