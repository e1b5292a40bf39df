"""The Python that runs bots is one that bots can read."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.bots.sandbox import interpreter
from games.bots.sandbox.interpreter import NoInterpreter, open_to_bots


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What other tests found is not kept, nor what these find."""
    interpreter.interpreter.cache_clear()
    yield
    interpreter.interpreter.cache_clear()


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """An interpreter in a folder that only its owner can enter."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    program = folder / "python3"
    shutil.copy(Path(sys.executable).resolve(), program)
    return program


def test_its_trees_do_not_hold_one_another() -> None:
    trees = interpreter.interpreter().trees
    assert not [(a, b) for a in trees for b in trees if a in b.parents]


def test_it_reads_nothing_of_the_servers_settings() -> None:
    trees = map(str, interpreter.interpreter().trees)
    assert not [path for path in trees if path in ("/", "/etc", "/usr", "/home", "/root", "/var")]


def test_the_folder_of_its_standard_library_is_among_its_trees() -> None:
    found = interpreter.interpreter()
    assert any((tree / "json").is_dir() for tree in found.trees)


def test_without_the_systems_own_the_running_one_is_described(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(interpreter, "SYSTEM", Path("/nowhere"))
    monkeypatch.setattr(interpreter, "open_to_bots", lambda path: True)
    assert interpreter.interpreter().program == interpreter._running()


def test_one_that_is_too_old_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "OLDEST", (99, 0))
    with pytest.raises(NoInterpreter, match=r"There is no Python 99\.0 or newer"):
        interpreter.interpreter()


def test_a_file_in_a_closed_folder_is_open_to_nobody_but_its_owner(closed: Path) -> None:
    assert open_to_bots(closed) == (os.geteuid() != 0)


def test_a_file_in_an_open_folder_is_open_to_all() -> None:
    assert open_to_bots(Path("/usr/bin/env"))
