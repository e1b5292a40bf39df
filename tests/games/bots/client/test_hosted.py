"""How an uploaded bot is asked, without a sandbox around it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.bots.client.packing import pack
from games.bots.client.sumendi.hosted import ask, has_choose
from games.rules import Position

TOLD: dict[str, Any] = {
    "protocol": 1,
    "game": "7",
    "size": 5,
    "position": str(Position.start(5)),
    "moves": [],
    "you": None,
    "choose_side": False,
    "budget_ms": 2500,
    "memory": None,
}


@pytest.mark.parametrize(
    "text",
    [
        "def choose(position, clock): pass",
        "from engine import choose",
        "from engine import best as choose",
        "import choose",
        "choose = lambda position, clock: 'a1'",
        "choose: object = print",
    ],
)
def test_a_choose_on_the_top_level_is_found(text: str) -> None:
    assert has_choose(text.encode())


@pytest.mark.parametrize(
    "text", ["print(1)", "class Bot:\n  def choose(self): pass", "choose()", "def (", "\0"]
)
def test_any_other_text_has_no_choose(text: str) -> None:
    assert not has_choose(text.encode())


def test_choose_is_asked_for_a_move() -> None:
    source = b"def choose(position, clock): return position.first_move('a1')"
    assert ask(source, TOLD)["move"] == "a1"


def test_the_clock_tells_the_budget_in_seconds() -> None:
    source = b"def choose(position, clock): return str(clock.seconds)"
    assert ask(source, TOLD)["move"] == "2.5"


SIDE = TOLD | {"choose_side": True, "position": str(Position.start(5).play("a1"))}


def test_a_bot_may_choose_its_side() -> None:
    source = b"def choose(position, clock): pass\ndef choose_side(position, clock): return 'swap'"
    assert ask(source, SIDE)["move"] == "swap"


def test_without_choose_side_the_runner_chooses() -> None:
    assert ask(b"def choose(position, clock): pass", SIDE)["move"] == "keep"


COUNTS = b"""
memory = {"turns": 0}
note = ""
def choose(position, clock):
    global note
    memory["turns"] += 1
    note = f"turn {memory['turns']}"
    return "a1"
"""


def test_memory_begins_as_the_bot_says() -> None:
    assert ask(COUNTS, TOLD) == {"move": "a1", "memory": {"turns": 1}, "note": "turn 1"}


def test_memory_comes_back() -> None:
    assert ask(COUNTS, TOLD | {"memory": {"turns": 4}})["memory"] == {"turns": 5}


def test_memory_is_there_without_being_declared() -> None:
    source = b"def choose(position, clock): return str(memory)"
    assert ask(source, TOLD)["move"] == "None"


def test_what_is_no_move_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(b"def choose(position, clock): return 7", TOLD)["move"] is None
    assert capsys.readouterr().err == "choose() returned 7, not a move.\n"


def test_what_a_bot_raises_is_not_caught() -> None:
    with pytest.raises(ZeroDivisionError):
        ask(b"def choose(position, clock): 1 / 0", TOLD)


def test_classes_of_the_bot_have_a_module() -> None:
    source = b"""
from dataclasses import dataclass
@dataclass
class Node:
    move: str
def choose(position, clock): return Node("a1").move
"""
    assert ask(source, TOLD)["move"] == "a1"


@pytest.fixture(scope="module")
def pyz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pyz") / "sumendi.pyz"
    path.write_bytes(pack())
    return path


def run(pyz: Path, folder: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """The module as it is packed, in the folder of a bot."""
    (folder / "main.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-S", "-m", "sumendi.hosted"],
        input=json.dumps(TOLD) + "\n",
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": str(pyz)},
        check=False,
        timeout=30,
    )


def test_the_answer_is_the_last_line_and_prints_go_to_the_log(pyz: Path, tmp_path: Path) -> None:
    done = run(pyz, tmp_path, "def choose(position, clock):\n  print('hm')\n  return 'a1'")
    assert (json.loads(done.stdout)["move"], done.stderr) == ("a1", "hm\n")


def test_threads_that_are_left_hold_up_nothing(pyz: Path, tmp_path: Path) -> None:
    text = """
import threading
def choose(position, clock):
    threading.Thread(target=threading.Event().wait).start()
    return "a1"
"""
    assert run(pyz, tmp_path, text).returncode == 0


def test_a_program_without_choose_talks_itself(pyz: Path, tmp_path: Path) -> None:
    text = "import json\nif __name__ == '__main__': print(json.loads(input())['size'])"
    assert run(pyz, tmp_path, text).stdout == "5\n"


def test_an_error_of_the_bot_is_told_with_its_line(pyz: Path, tmp_path: Path) -> None:
    done = run(pyz, tmp_path, "def choose(position, clock):\n    return 1 / 0")
    assert done.returncode == 1
    assert "return 1 / 0" in done.stderr
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")
