"""bubblewrap: namespaces of its own, an empty file system, and the filter of system calls.

    prlimit (limits) -> setpriv (another user, where the server is root) -> bwrap -> the interpreter

Each only replaces itself by the next. Dropping the user comes before bwrap, whose own `--uid`
leaves a root outside the namespace root on the files that it sees. Without root, bwrap's user
namespace holds alone. See bwrap(1), setpriv(1), prlimit(1).

Inside, the program is process 1 of its namespace. It sees the interpreter, its own files in /bot,
the library in /library, two devices, and an empty /tmp that holds as much as the limit allows.
"""

import shutil
from pathlib import Path

from .contract import SIGNAL_BASE, Limits, Outcome, Program, Verdict
from .interpreter import Interpreter, interpreter
from .probing import probed
from .running import Place, confined
from .watching import Watched

NAME = "bwrap"
PACKAGES = {"bwrap": "bubblewrap", "setpriv": "util-linux", "prlimit": "util-linux"}
FILES = Path("/bot")
LIBRARY = Path("/library")
SCRATCH = Path("/tmp")  # noqa: S108  # a folder of the sandbox
OPEN_FILES = 64
ENVIRONMENT = {
    "HOME": str(SCRATCH),
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    "TMPDIR": str(SCRATCH),
}


def probe() -> Verdict:
    return probed(NAME, run)


def run(program: Program, stdin: bytes, limits: Limits) -> Outcome:
    return confined(_command, _ending, program, stdin, limits, SCRATCH)


def _ending(watched: Watched) -> int | None:
    code = watched.told("exit-code")
    if code is None:
        return None
    return SIGNAL_BASE - code if code > SIGNAL_BASE else int(code)


def _command(place: Place) -> list[str]:
    python = interpreter()
    return [
        *_limits(place.limits, place.user),
        *_other_user(place.user),
        _tool("bwrap"),
        "--unshare-all",
        *("--unshare-user", "--disable-userns", "--die-with-parent", "--new-session", "--as-pid-1"),
        *("--hostname", "sandbox"),
        "--clearenv",
        *_environment(place.program),
        *_tree(python, place),
        *("--chdir", str(FILES)),
        *("--seccomp", str(place.filter)),
        *("--json-status-fd", str(place.status)),
        "--",
        str(python.program),
        *("-s", "-S"),
        *place.program.arguments,
    ]


def _limits(limits: Limits, user: int | None) -> list[str]:
    """The kernel counts processes by user, so their number can only be limited for one who has
    nothing else."""
    return [
        _tool("prlimit"),
        f"--as={limits.memory}",
        f"--cpu={limits.cpu}",
        f"--fsize={limits.scratch}",
        f"--nofile={OPEN_FILES}",
        "--core=0",
        *([] if user is None else [f"--nproc={limits.threads}"]),
        "--",
    ]


def _other_user(user: int | None) -> list[str]:
    if user is None:
        return []
    ids = [f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return [_tool("setpriv"), *ids, "--no-new-privs", "--"]


def _environment(program: Program) -> list[str]:
    variables = ENVIRONMENT | ({"PYTHONPATH": str(LIBRARY)} if program.library else {})
    return [word for name, value in variables.items() for word in ("--setenv", name, value)]


def _tree(python: Interpreter, place: Place) -> list[str]:
    words = []
    for path in python.trees:
        words += ["--ro-bind", str(path), str(path)]
    for link, target in python.links:
        words += ["--symlink", target, str(link)]
    for device in ("/dev/null", "/dev/urandom"):
        words += ["--dev-bind", device, device]
    words += ["--size", str(place.limits.scratch), "--tmpfs", str(SCRATCH)]
    words += ["--ro-bind", str(place.folder), str(FILES)]
    if place.program.library:
        words += ["--ro-bind", str(place.program.library), str(LIBRARY)]
    return [*words, "--remount-ro", "/"]


def _tool(name: str) -> str:
    """Raises LookupError."""
    if found := shutil.which(name):
        return found
    raise LookupError(f"There is no program {name}: install {PACKAGES[name]}.")
