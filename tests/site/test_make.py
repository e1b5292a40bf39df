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
    (tmp_path / "requirements-dev.lock").touch()
    python = tmp_path / "python"
    python.write_text(FAKE_PYTHON)
    python.chmod(0o755)
    return tmp_path


def make_run(checkout: Path, **variables: str) -> str:
    return make(checkout, "run", **variables)


def make(checkout: Path, *what: str, **variables: str) -> str:
    own = {"PYTHON": "./python", "PORT": "9000", "SUMENDI_DATA": "data", "DATABASE_URL": ""}
    environment = {**os.environ, **own, **variables}
    command = [parts.program("make", package="make"), "--no-print-directory", *what]
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_the_first_run_makes_the_environment_and_starts_the_site(checkout: Path) -> None:
    output = make_run(checkout)
    assert "Making .venv from requirements.lock" in output
    assert "ran manage.py up on port 9000" in output


def test_the_client_is_packed_without_an_environment(checkout: Path) -> None:
    assert make(checkout, "client").splitlines() == ["ran -m games.bots.client on port 9000"]
    assert not (checkout / ".venv").exists()


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


def test_tests_leave_the_environment_of_a_running_site(checkout: Path) -> None:
    make_run(checkout)
    (checkout / ".venv" / "in-use").touch()
    output = make(checkout, "test")
    assert "Installing the development packages" in output
    assert "ran -m pytest" in output
    assert (checkout / ".venv" / "in-use").exists()


def test_the_second_test_run_installs_nothing(checkout: Path) -> None:
    make(checkout, "test")
    assert "Installing" not in make(checkout, "test")


def test_a_changed_lock_brings_the_development_packages_back(checkout: Path) -> None:
    make(checkout, "test")
    mark = (checkout / ".venv" / "for-development").stat().st_mtime
    os.utime(checkout / "requirements.lock", (mark + 1, mark + 1))
    output = make(checkout, "test")
    assert "Making .venv" in output
    assert "Installing the development packages" in output


@pytest.mark.parametrize(
    ("what", "command"), [("operator", "createsuperuser"), ("invite", "invite --days 3")]
)
def test_the_operator_s_commands_run_in_the_environment(
    checkout: Path, what: str, command: str
) -> None:
    (checkout / "data").mkdir()
    (checkout / "data" / "db.sqlite3").touch()
    assert f"ran manage.py {command} on port 9000" in make(checkout, what, "ARGS=--days 3")


@pytest.mark.parametrize("what", ["operator", "invite"])
def test_before_the_first_start_the_operator_is_told_to_start_the_site(
    checkout: Path, what: str
) -> None:
    output = make(checkout, what)
    assert "Start the site once with make run first." in output
    assert "ran manage.py" not in output


def test_any_command_runs_in_the_environment(checkout: Path) -> None:
    assert "ran manage.py check --deploy on" in make(checkout, "manage", "ARGS=check --deploy")


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
