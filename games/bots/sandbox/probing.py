"""Probes a sandbox: a hostile program is run in it, with something to find."""

import json
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .contract import MIB, Limits, Outcome, Program, Verdict
from .probe_bot import Temptations

LIMITS = Limits(cpu=5, wall=10, memory=128 * MIB)
VARIABLES = ["HOME", "LANG", "LC_CTYPE", "PWD", "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8", "TMPDIR"]
PROGRAM = Path(__file__).with_name("probe_bot.py")

Run = Callable[[Program, bytes, Limits], Outcome]


def probed(name: str, run: Run) -> Verdict:
    """Whether the kind called `name` holds."""
    try:
        with _temptations() as told:
            line = json.dumps(told).encode() + b"\n"
            outcome = run(Program({"main.py": PROGRAM.read_bytes()}), line, LIMITS)
            written = ["leave a file on the server"] * Path(told["file"] + "-2").exists()
    except OSError as error:
        return Verdict(False, f"{name}: it could not be tried. {error}")
    if outcome.fault:
        return Verdict(False, f"{name}: {_why(outcome)}")
    try:
        could = [*json.loads(outcome.stdout)["could"], *written]
    except (ValueError, LookupError, TypeError):
        return Verdict(False, f"{name}: what was run in it did not tell what it could do.")
    if could:
        return Verdict(False, f"{name}: a program in it could {' and '.join(could)}.")
    return Verdict(True)


@contextmanager
def _temptations() -> Iterator[Temptations]:
    """A readable file and a listening port, there only for the probe."""
    with (
        tempfile.TemporaryDirectory(prefix="sumendi-probe-") as folder,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        file = Path(folder) / "canary"
        file.write_text("canary")
        Path(folder).chmod(0o777)  # so that only a sandbox is in the way
        file.chmod(0o666)
        yield Temptations(
            file=str(file),
            port=server.getsockname()[1],
            process=os.getpid(),
            too_much=2 * LIMITS.memory,
            variables=VARIABLES,
        )


def _why(outcome: Outcome) -> str:
    """With the last line of its errors, if that is not part of the detail."""
    line = outcome.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    return outcome.detail if line in outcome.detail else f"{outcome.detail} {line}"
