"""What a kind of sandbox takes and gives back.

A kind is a module with `NAME`, `probe` and `run` as `Kind` has them. It promises that a program,
whatever it does, reads nothing but its own files, the interpreter and the library, reaches neither
the network nor another process, stays within the limits, and leaves nothing behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Protocol

MIB = 1024 * 1024
SIGNAL_BASE = 128
"""A shell's and bwrap's way to tell that a signal ended a program: its number on top of this."""


class Fault(StrEnum):
    """What went wrong with a run; the last one is ours, the others are the program's."""

    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    BAD_OUTPUT = "bad output"
    INFRASTRUCTURE = "infrastructure"


@dataclass(frozen=True)
class Limits:
    """For one run: seconds, bytes, and numbers of files and threads.

    `cpu` counts all threads; `memory` is address space; `scratch` is what fits into the folder for
    temporary files, where the kind has one, and `files` how many of them; `output` is what may be
    printed in all, of which the last `answer_kept` bytes of stdout and `log_kept` bytes of stderr
    are handed back.
    """

    cpu: int = 10
    wall: float = 15
    memory: int = 512 * MIB
    scratch: int = 8 * MIB
    files: int = 1000
    output: int = MIB
    threads: int = 64
    answer_kept: int = MIB // 2
    log_kept: int = 16 * 1024


@dataclass(frozen=True)
class Program:
    """Python code to run once.

    `files` are its texts by their path, "main.py" or "engine/search.py". `arguments` are the
    interpreter's, started in the folder of the files: `("main.py",)`, or `("-m", "package")`.
    `library` is a folder of the server with packages to import. The program's user reads it too:
    it and the folders above must be open to everybody.

    Raises ValueError for a path that leads out of the folder.
    """

    files: Mapping[str, bytes]
    arguments: tuple[str, ...] = ("main.py",)
    library: Path | None = None

    def __post_init__(self) -> None:
        for name in self.files:
            path = PurePosixPath(name)
            if path.is_absolute() or not path.parts or ".." in path.parts or "\0" in name:
                raise ValueError(f"{name!r} is not a path inside of the program's folder.")


@dataclass(frozen=True)
class Outcome:
    """What came of a run.

    `status` is as in subprocess: an exit status, or a signal's number below zero; None if it never
    started. `detail` says in a sentence what the `fault` was. `cpu` and `wall` are seconds,
    `memory` is the most that was seen in use, in bytes: looked at from time to time, so unknown
    for a short run.
    """

    stdout: bytes = b""
    stderr: bytes = b""
    status: int | None = None
    cpu: float = 0.0
    wall: float = 0.0
    memory: int | None = None
    fault: Fault | None = None
    detail: str = ""


@dataclass(frozen=True)
class Verdict:
    """Whether a sandbox `holds` on this machine; if not, the `reason` as a sentence."""

    holds: bool
    reason: str = ""


class Kind(Protocol):
    """The interface of a kind; a module has it."""

    NAME: str

    def probe(self) -> Verdict:
        """Let a hostile program try, and look."""

    def run(self, program: Program, stdin: bytes, limits: Limits) -> Outcome:
        """Run it to its end or to the end of its limits; never raises for what a program does.
        May be called from any thread."""
