"""`make run` makes its own environment: whole, and anew when the lock changes.

A script stands in for Python, so nothing is downloaded.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.stack import parts

ROOT = Path(__file__).parents[2]
FAKE_PYTHON = """#!/bin/sh
case "$*" in
*"-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
*"pip install"*) exit ${NO_NETWORK:-0} ;;
*version_info*) exit ${TOO_OLD:-0} ;;
*ensurepip*) exit ${NO_VENV:-0} ;;
*) echo "ran $* on port $PORT" ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.lock").touch()
    python = tmp_path / "python"
    python.write_text(FAKE_PYTHON)
    python.chmod(0o755)
    return tmp_path


def make_run(checkout: Path, **variables: str) -> str:
    environment = {**os.environ, "PYTHON": "./python", "PORT": "9000", **variables}
    command = [parts.program("make", package="make"), "--no-print-directory", "run"]
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_the_first_run_makes_the_environment_and_starts_the_site(checkout: Path) -> None:
    output = make_run(checkout)
    assert "Making .venv from requirements.lock" in output
    assert "ran manage.py up on port 9000" in output


def test_the_second_run_takes_the_environment_as_it_is(checkout: Path) -> None:
    make_run(checkout)
    assert make_run(checkout).splitlines() == ["ran manage.py up on port 9000"]


def test_a_changed_lock_makes_the_environment_anew(checkout: Path) -> None:
    make_run(checkout)
    mark = (checkout / ".venv" / "for-running").stat().st_mtime
    os.utime(checkout / "requirements.lock", (mark + 10, mark + 10))
    assert "Making .venv" in make_run(checkout)


def test_a_half_made_environment_is_made_anew(checkout: Path) -> None:
    assert "ran manage.py" not in make_run(checkout, NO_NETWORK="1")
    assert (checkout / ".venv" / "bin" / "python").exists()
    output = make_run(checkout)
    assert "Making .venv" in output
    assert "ran manage.py up" in output


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("PYTHON", "no-such-python", "There is no no-such-python."),
        ("TOO_OLD", "1", "needs Python 3.11 or newer"),
        ("NO_VENV", "1", "apt install python3-venv"),
    ],
)
def test_a_missing_part_is_named(checkout: Path, variable: str, value: str, message: str) -> None:
    output = make_run(checkout, **{variable: value})
    assert message in output
    assert not (checkout / ".venv").exists()
