"""Each program of `tests/hostile_bots/` is contained, has the right fault, and leaves the next bot
and the machine as they were. All of a kind run at once, each followed by an honest one."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from games.bots import protocol
from games.bots.sandbox import Fault, Kind
from tests.games.bots.sandbox.arena import (
    BOTS,
    MARK,
    SECRET,
    TURN,
    UNHURRIED,
    Turn,
    play,
    processes_with,
)

ANSWERS = None
EXPECTED: dict[str, Fault | None] = {
    "another_games_move": ANSWERS,  # whether it is legal is judged above
    "asks_for_10_gb": Fault.MEMORY,
    "becomes_another_program": ANSWERS,
    "calls_by_another_door": Fault.CRASH,
    "closes_everything": Fault.TIMEOUT,
    "closes_stdout": Fault.TIMEOUT,
    "connects": ANSWERS,
    "crashes_hard": Fault.CRASH,
    "deep_json": Fault.BAD_OUTPUT,
    "endless_errors": Fault.BAD_OUTPUT,
    "endless_loop": Fault.TIMEOUT,
    "endless_loop_of_threads": Fault.TIMEOUT,
    "endless_output": Fault.BAD_OUTPUT,
    "fork_bomb": Fault.CRASH,
    "has_signals_sent": ANSWERS,
    "huge_answer": Fault.BAD_OUTPUT,
    "huge_memory": Fault.BAD_OUTPUT,
    "ignores_signals": Fault.TIMEOUT,
    "invalid_utf8": Fault.BAD_OUTPUT,
    "kills_its_parent": ANSWERS,
    "leaves_a_child": Fault.CRASH,
    "limits_its_parent": ANSWERS,
    "links_to_secrets": ANSWERS,
    "many_threads": Fault.CRASH,
    "million_lines": Fault.BAD_OUTPUT,
    "mounts": ANSWERS,
    "no_numbers": Fault.BAD_OUTPUT,
    "reads_environment": ANSWERS,
    "reads_other_bots": ANSWERS,
    "reads_passwd": ANSWERS,
    "reads_the_database": ANSWERS,
    "runs_from_memory": ANSWERS,
    "says_nothing": Fault.BAD_OUTPUT,
    "sleeps": Fault.TIMEOUT,
    "traces_its_parent": ANSWERS,
    "tries_the_kernel": ANSWERS,
    "unshares": ANSWERS,
    "writes_10_gb": ANSWERS,
    "writes_a_million_files": Fault.CRASH,
    "writes_into_its_program": ANSWERS,
}
TRY = [name for name in EXPECTED if b"attempt(" in (BOTS / f"{name}.py").read_bytes()]
AT_ONCE = 6

Turns = Mapping[str, "Future[tuple[Turn, Turn]]"]


@pytest.fixture(scope="module")
def own_folder() -> Iterator[str]:
    """Where the files of bots lie meanwhile."""
    with tempfile.TemporaryDirectory(prefix="sumendi-test-") as folder:
        Path(folder).chmod(0o755)
        yield folder


@pytest.fixture(scope="module")
def turns(kind: Kind, goal: dict[str, Any], own_folder: str) -> Iterator[Turns]:
    """By the program's name: its turn, and the turn of an honest one right after."""

    def both(name: str) -> tuple[Turn, Turn]:
        limits = TURN if EXPECTED[name] is Fault.TIMEOUT else UNHURRIED
        return play(kind, name, limits, goal), play(kind, "honest", UNHURRIED, goal)

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(AT_ONCE) as pool:
        patch.setenv("SECRET_KEY", SECRET)
        patch.setattr(tempfile, "tempdir", own_folder)
        yield {name: pool.submit(both, name) for name in EXPECTED}


def test_every_program_is_listed() -> None:
    assert {path.stem for path in BOTS.glob("*.py")} == {*EXPECTED, "honest", "trying"}


@pytest.mark.parametrize("name", EXPECTED)
def test_its_fault_is_named(turns: Turns, name: str) -> None:
    turn, _ = turns[name].result()
    assert turn.fault == EXPECTED[name], (turn.why, turn.outcome.stderr[-500:])


@pytest.mark.parametrize("name", EXPECTED)
def test_it_does_not_outstay_its_time(turns: Turns, name: str) -> None:
    turn, _ = turns[name].result()
    assert turn.outcome.cpu < TURN.cpu + 1
    if turn.fault is Fault.TIMEOUT:
        assert turn.outcome.wall < TURN.wall + 3


@pytest.mark.parametrize("name", EXPECTED)
def test_an_honest_bot_after_it_is_unharmed(turns: Turns, name: str) -> None:
    _, honest = turns[name].result()
    assert honest.fault is None, (honest.why, honest.outcome.stderr)
    assert protocol.read(honest.outcome.stdout).note == "I am fine."


def test_nothing_is_left_behind(turns: Turns, own_folder: str) -> None:
    wait(turns.values())
    assert list(Path(own_folder).iterdir()) == []
    assert processes_with(MARK) == []


@pytest.mark.parametrize("name", TRY)
def test_it_could_do_nothing_of_what_it_tried(turns: Turns, name: str) -> None:
    turn, _ = turns[name].result()
    assert turn.told["could"] == []


def test_no_secret_of_the_worker_is_among_what_it_sees(turns: Turns) -> None:
    turn, _ = turns["reads_environment"].result()
    assert SECRET not in json.dumps(turn.told["environment"])


def test_it_writes_no_more_than_its_scratch_folder_holds(turns: Turns) -> None:
    turn, _ = turns["writes_10_gb"].result()
    assert turn.told["written"] <= UNHURRIED.scratch
