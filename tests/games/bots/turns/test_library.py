"""The package that uploaded bots may import."""

import stat
from pathlib import Path

import pytest

from games.bots.client.packing import contents
from games.bots.turns.library import library


@pytest.fixture(scope="module")
def folder() -> Path:
    return library()


def test_it_is_the_package_of_the_client(folder: Path) -> None:
    sources = {str(path.relative_to(folder)) for path in folder.rglob("*.py")}
    assert sources == {name for name, _ in contents()}


def test_everybody_can_read_it_and_nobody_else_write(folder: Path) -> None:
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}
    assert modes == {0o755, 0o644}


def test_it_is_compiled_beforehand(folder: Path) -> None:
    compiled = {path.name.partition(".")[0] for path in folder.rglob("*.pyc")}
    assert {"hosted", "position"} <= compiled


def test_it_is_made_once(folder: Path) -> None:
    assert library() == folder
