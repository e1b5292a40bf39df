"""The Python that runs bots, and what of the file system it needs.

The system's own is preferred, as its place is open to everybody; where there is none, as in slim
container images, the one that runs this code is taken, without its virtual environment.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SYSTEM = Path("/usr/bin/python3")
OLDEST = (3, 11)
LOADER_CACHE = Path("/etc/ld.so.cache")
LOADERS = ("/lib", "/lib64", "/usr/lib64")
"""Where programs expect the dynamic loader: folders, or links into /usr."""

_DESCRIBE = """
import importlib, json, os, sys, sysconfig
for name in ("_ctypes", "_bz2", "_lzma", "_ssl", "_sqlite3", "_decimal", "_uuid", "zlib"):
    try:
        importlib.import_module(name)
    except ImportError:
        pass
paths = {line.split()[-1] for line in open("/proc/self/maps") if line.split()[-1][0] == "/"}
objects = {path for path in paths if ".so" in os.path.basename(path)}
print(json.dumps({
    "version": sys.version_info[:2],
    "program": os.path.realpath(sys.executable),
    "standard_library": [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")],
    "objects": sorted({os.path.dirname(path) for path in objects}),
}))
"""


@dataclass(frozen=True)
class Interpreter:
    """`program` is the executable itself; `trees` are all folders and files it reads, real paths
    only; `links` are symbolic links of the root folder that lead to them."""

    program: Path
    trees: tuple[Path, ...]
    links: tuple[tuple[Path, str], ...]


class NoInterpreter(LookupError):
    """No Python on this machine can run bots; the message says why."""


@cache
def interpreter() -> Interpreter:
    """The first that a bot's user can run. Raises NoInterpreter."""
    for program in (SYSTEM, _running()):
        if program.exists() and (found := _describe(program)):
            return found
    raise NoInterpreter(
        f"There is no Python {OLDEST[0]}.{OLDEST[1]} or newer at {SYSTEM}, and the site's own lies "
        "in a folder that is not open to other users."
    )


def _running() -> Path:
    """The interpreter beneath a virtual environment."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _describe(program: Path) -> Interpreter | None:
    command = [str(program), "-I", "-S", "-c", _DESCRIBE]
    try:
        answer = subprocess.run(command, capture_output=True, check=True, timeout=30, env={})
        told = json.loads(answer.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    paths = {Path(told["program"]), *map(Path, told["standard_library"] + told["objects"])}
    if tuple(told["version"]) < OLDEST or not all(map(open_to_bots, paths)):
        return None
    loaders = [Path(folder) for folder in LOADERS]
    links = tuple((folder, str(folder.readlink())) for folder in loaders if folder.is_symlink())
    paths |= {folder for folder in loaders if folder.is_dir() and not folder.is_symlink()}
    paths |= {LOADER_CACHE} if LOADER_CACHE.exists() else set()
    return Interpreter(Path(told["program"]), _outermost(paths), links)


def open_to_bots(path: Path) -> bool:
    """A bot of a server that runs as root has a user of its own; otherwise it has the server's."""
    if os.geteuid() != 0:
        return os.access(path, os.R_OK)
    return all(step.stat().st_mode & 0o001 for step in path.resolve().parents) and bool(
        path.stat().st_mode & 0o004
    )


def _outermost(paths: set[Path]) -> tuple[Path, ...]:
    real = {path.resolve() for path in paths}
    return tuple(sorted(path for path in real if not real & set(path.parents)))
