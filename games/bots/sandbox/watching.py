"""Watches a program that runs: reads what it prints, and ends it when it is time.

The first process started may be only the warden of the program. What runs is learnt from the
lines that the warden writes into `status`: JSON objects, of which one has a "child-pid". That
process is killed rather than the warden, who then tells how it ended: when the warden is gone, all
of them are.
"""

import json
import os
import resource
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Any

from .contract import Limits

TICK = 0.05
"""Seconds between two looks at memory and threads."""
SETTLED = 0.25
"""Seconds after which a process is taken to be the program, no longer what started it."""
GRACE = 2.0
CHUNK = 65536


class Stop(Enum):
    """Why a program was ended."""

    FILES = auto()
    OUTPUT = auto()
    THREADS = auto()
    WALL = auto()


@dataclass
class Tail:
    """Keeps the last `keep` bytes of what is poured in."""

    keep: int
    total: int = 0
    data: bytearray = field(default_factory=bytearray)

    def pour(self, chunk: bytes) -> None:
        self.total += len(chunk)
        self.data += chunk
        if len(self.data) > 2 * self.keep:
            del self.data[: -self.keep]

    def __bytes__(self) -> bytes:
        return bytes(self.data[-self.keep :])


@dataclass
class Watched:
    """What was seen of a program until it ended, by itself or because of `stopped`."""

    stdout: Tail
    stderr: Tail
    status: Tail
    stopped: Stop | None = None
    exit_status: int = 0
    cpu: float = 0.0
    memory: int | None = None

    def told(self, key: str) -> Any:
        """What the warden told under this name; None if it did not."""
        for line in bytes(self.status).splitlines():
            with suppress(ValueError):
                if key in (words := json.loads(line)):
                    return words[key]
        return None


class Watch:
    """Follows one process that leads a session of its own, with pipes for stdout and stderr.

    `scratch` is the program's folder for temporary files, if it has one to itself. An empty file
    takes memory of the kernel that no limit counts, so they are counted here.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        status: int,
        limits: Limits,
        scratch: Path | None = None,
    ) -> None:
        assert process.stdout  # noqa: S101  # they are pipes
        assert process.stderr  # noqa: S101
        self.process = process
        self.limits = limits
        self.scratch = scratch
        self.seen = Watched(Tail(limits.answer_kept), Tail(limits.log_kept), Tail(CHUNK))
        self.pipes = {
            process.stdout.fileno(): self.seen.stdout,
            process.stderr.fileno(): self.seen.stderr,
            status: self.seen.status,
        }
        self.child: int | None = None
        self._child_handle: int | None = None
        self._began = time.monotonic()

    def follow(self) -> Watched:
        """Until it has ended; whatever happens here meanwhile, it is gone afterwards."""
        ended = os.pidfd_open(self.process.pid)
        try:
            with selectors.DefaultSelector() as waiting:
                waiting.register(ended, selectors.EVENT_READ)
                for pipe in self.pipes:
                    os.set_blocking(pipe, False)
                    waiting.register(pipe, selectors.EVENT_READ)
                self.seen.stopped = self._wait(waiting, ended)
        finally:
            self._end(ended)
            os.close(ended)
            if self._child_handle is not None:
                os.close(self._child_handle)
        for pipe in self.pipes:
            while self._read(pipe) and not self._printed_too_much():
                pass
        return self.seen

    def _wait(self, waiting: selectors.BaseSelector, ended: int) -> Stop | None:
        deadline = self._began + self.limits.wall
        look = 0.0
        while (now := time.monotonic()) < deadline:
            for key, _ in waiting.select(min(TICK, deadline - now)):
                if key.fd == ended:
                    return None
                if not self._read(key.fd):
                    waiting.unregister(key.fd)
            if self._printed_too_much():
                return Stop.OUTPUT
            if now >= look:
                look = now + TICK
                if stop := self._look():
                    return stop
        return Stop.WALL

    def _read(self, pipe: int) -> bool:
        """Whether there was anything, and there may be more."""
        try:
            chunk = os.read(pipe, CHUNK)
        except BlockingIOError:
            return False
        self.pipes[pipe].pour(chunk)
        if self.child is None and self.pipes[pipe] is self.seen.status:
            self._meet(self.seen.told("child-pid"))
        return bool(chunk)

    def _meet(self, child: int | None) -> None:
        self.child = child
        if child is not None:
            with suppress(ProcessLookupError):
                self._child_handle = os.pidfd_open(child)

    def _printed_too_much(self) -> bool:
        return self.seen.stdout.total + self.seen.stderr.total > self.limits.output

    def _look(self) -> Stop | None:
        """At what the kernel does not limit; the process may be gone at any moment."""
        process = Path(f"/proc/{self.child}")
        try:
            facts = dict(
                line.split(":", 1) for line in (process / "status").read_text().splitlines()
            )
            if "VmHWM" in facts and time.monotonic() > self._began + SETTLED:
                self.seen.memory = 1024 * int(facts["VmHWM"].split()[0])
            if int(facts["Threads"]) > self.limits.threads:
                return Stop.THREADS
            if self.scratch and _files(process / "root", self.scratch) > self.limits.files:
                return Stop.FILES
        except (OSError, KeyError):
            pass
        return None

    def _end(self, ended: int) -> None:
        if self._child_handle is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._child_handle, signal.SIGKILL)
        if not _readable(ended, 0 if self._child_handle is None else GRACE):
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.seen.exit_status = self.process.returncode
        self.seen.cpu = _seconds(usage)


def _files(root: Path, scratch: Path) -> int:
    """How many are in the folder `scratch` below `root`, unless that is still the server's own:
    while bwrap builds the file system, one look and the next may be at different folders."""
    folder = os.open(root / scratch.relative_to("/"), os.O_PATH)
    try:
        if os.fstat(folder).st_dev == scratch.stat().st_dev:
            return 0
        space = os.fstatvfs(folder)
    finally:
        os.close(folder)
    return space.f_files - space.f_ffree


def _readable(descriptor: int, seconds: float) -> bool:
    with selectors.DefaultSelector() as waiting:
        waiting.register(descriptor, selectors.EVENT_READ)
        return bool(waiting.select(seconds))


def _seconds(usage: resource.struct_rusage) -> float:
    return usage.ru_utime + usage.ru_stime
