"""Landlock, the filter of system calls, and limits: for machines that refuse namespaces.

The program runs among the server's processes, as another user where the server is root. Landlock
denies it all files but the interpreter's, its own, the library's and two devices. The filter denies
what Landlock leaves open: sockets, namespaces, keys, and doing anything to other processes, also
those of the same user, with every version of Landlock (its own scope of signals is of Linux 6.12).

Weaker than bwrap in two ways: the program can find out whether a file exists, as `stat` is not
denied, and there is no scratch folder, as nothing would bound what is written there.
"""

import json
import os
from pathlib import Path

from . import jail
from .contract import Limits, Outcome, Program, Verdict
from .interpreter import interpreter
from .probing import probed
from .running import Place, confined
from .watching import Watched

NAME = "landlock"
OPEN_FILES = 64
NOTHING, RANDOM = Path("/dev/null"), Path("/dev/urandom")
ENVIRONMENT = {"LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}


def probe() -> Verdict:
    return probed(NAME, run)


def run(program: Program, stdin: bytes, limits: Limits) -> Outcome:
    return confined(_command, _ending, program, stdin, limits)


def _ending(watched: Watched) -> int | None:
    return None if watched.told("child-pid") is None else watched.exit_status


def _command(place: Place) -> list[str]:
    python, library = interpreter(), place.program.library
    environment = ENVIRONMENT | ({"PYTHONPATH": str(library)} if library else {})
    own = [place.folder, library] if library else [place.folder]
    orders: jail.Orders = {
        "parent": os.getpid(),
        "user": place.user,
        "limits": _limits(place.limits, place.user),
        "read": [str(path) for path in (*python.trees, *own, RANDOM)],
        "write": [str(NOTHING)],
        "filter": place.filter,
        "status": place.status,
        "folder": str(place.folder),
        "environment": environment,
        "argv": [str(python.program), "-s", "-S", *place.program.arguments],
    }
    return [str(python.program), "-I", "-S", str(Path(jail.__file__).resolve()), json.dumps(orders)]


def _limits(limits: Limits, user: int | None) -> dict[str, int]:
    """The kernel counts processes by user, so their number can only be limited for one who has
    nothing else."""
    most = {
        "AS": limits.memory,
        "CPU": limits.cpu,
        "FSIZE": 0,
        "NOFILE": OPEN_FILES,
        "CORE": 0,
    }
    return most if user is None else most | {"NPROC": limits.threads}
