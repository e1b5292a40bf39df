"""Lets hostile programs loose, with something of the server's to go for."""

import json
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from games.bots import protocol
from games.bots.sandbox import Fault, Kind, Limits, Outcome, Program

BOTS = Path(__file__).parents[3] / "hostile_bots"
TRYING = (BOTS / "trying.py").read_bytes()
MARK = f"sumendi-test-{uuid4()}"
"""By which the processes of these programs can be told from others."""
SECRET = "the-secret-of-the-server"

TURN = Limits(cpu=2, wall=2)
UNHURRIED = Limits(cpu=2, wall=20)
"""For programs that end by themselves: a busy machine may be slow to start them."""


@dataclass(frozen=True)
class Turn:
    """What came of a turn, and the fault as the floor above the sandbox sees it."""

    outcome: Outcome
    fault: Fault | None
    why: str = ""

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.outcome.stdout.splitlines()[-1])
        return told


def play(kind: Kind, name: str, limits: Limits, goal: dict[str, Any]) -> Turn:
    """One turn of `tests/hostile_bots/NAME.py`."""
    files = {"main.py": (BOTS / f"{name}.py").read_bytes(), "trying.py": TRYING}
    question = {"protocol": 1, "game": "k3x9", "goal": goal}
    program = Program(files, ("main.py", MARK), Path(goal["library"]))
    outcome = kind.run(program, json.dumps(question).encode() + b"\n", limits)
    if outcome.fault:
        return Turn(outcome, outcome.fault, outcome.detail)
    try:
        protocol.read(outcome.stdout)
    except protocol.BadOutput as error:
        return Turn(outcome, Fault.BAD_OUTPUT, str(error))
    return Turn(outcome, None)


@contextmanager
def goals(folder: Path) -> Iterator[dict[str, Any]]:
    """A database, another bot, a library and sockets, all open to everybody as files go: only a
    sandbox is in the way."""
    with ExitStack() as stack:
        goal = {
            "database": str(_database(folder / "db.sqlite3")),
            "other_bot": str(_written(folder / "sumendi-bot-other" / "main.py", SECRET)),
            "library": str(_written(folder / "library" / "of_bots.py", "ANSWER = 42").parent),
            "process": os.getpid(),
            "group": os.getpgrp(),
            "sockets": [str(folder / "s"), f"\0{MARK}"],
        }
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in (str(folder / "s"), f"\0{MARK}"):
            unix = stack.enter_context(socket.socket(socket.AF_UNIX))
            unix.bind(address)
            unix.listen()
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777 if path.is_dir() or path.is_socket() else 0o666)
        yield goal | {"tcp": tcp.getsockname()}


def _database(path: Path) -> Path:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE secret (text)")
        database.execute("INSERT INTO secret VALUES (?)", [SECRET])
    database.close()
    return path


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir()
    path.write_text(text)
    return path


def processes_with(mark: str) -> list[str]:
    """The command lines of this machine with `mark` in them."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            line = file.read_text(errors="replace")
            found += [line] if mark in line else []
    return found
