"""Runs a program confined: what the kinds have in common."""

import os
import platform
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .contract import MIB, Fault, Limits, Outcome, Program
from .place import bot_user, laid_out, sealed
from .seccomp import filter_for
from .watching import Stop, Watch, Watched

ENOUGH = 0.5
"""The part of its processor time after which a killed program is held to have used it up: the
kernel limits by sampled time, which on a busy machine is far from the exact time told later."""
FIRST_WHEN_MEMORY_ENDS = "1000"


@dataclass(frozen=True)
class Place:
    """Where and as whom a program is to run: the `folder` of its files; its `user`, None for the
    server's own; descriptors to read the system call `filter` from and to write the `status` to."""

    program: Program
    limits: Limits
    folder: Path
    user: int | None
    filter: int
    status: int


Command = Callable[[Place], list[str]]
Ending = Callable[[Watched], int | None]
"""How the program itself ended, as in `Outcome.status`; None if it was never started."""


def confined(
    command: Command,
    ending: Ending,
    program: Program,
    stdin: bytes,
    limits: Limits,
    scratch: Path | None = None,
) -> Outcome:
    """Run what `command` says, to its end. `scratch` is as in `Watch`."""
    began = time.monotonic()
    try:
        with ExitStack() as stack:
            user = bot_user()
            folder = stack.enter_context(laid_out(program.files, user))
            rules = stack.enter_context(sealed(filter_for(platform.machine())))
            told, status = stack.enter_context(_pipe())
            place = Place(program, limits, folder, user, rules, status.fileno())
            process = stack.enter_context(_started(command(place), place, stdin))
            status.close()
            watched = Watch(process, told.fileno(), limits, scratch).follow()
    except (OSError, LookupError) as error:
        return Outcome(fault=Fault.INFRASTRUCTURE, detail=str(error))
    return _judged(watched, ending(watched), limits, time.monotonic() - began)


@contextmanager
def _started(argv: list[str], place: Place, stdin: bytes) -> Iterator["subprocess.Popen[bytes]"]:
    """No function runs between fork and exec, so that threads do no harm."""
    with sealed(stdin) as source:
        process = subprocess.Popen(
            argv,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd="/",
            env={},
            pass_fds=(place.filter, place.status),
            start_new_session=True,
        )
    with process:
        try:
            with suppress(OSError):
                Path(f"/proc/{process.pid}/oom_score_adj").write_text(FIRST_WHEN_MEMORY_ENDS)
            yield process
        finally:
            if process.returncode is None:  # nobody came to watch it
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def _pipe() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", 0) as told, os.fdopen(writing, "wb", 0) as status:
        yield told, status


def _judged(watched: Watched, status: int | None, limits: Limits, wall: float) -> Outcome:
    fault, detail = _fault(watched, status, limits)
    return Outcome(
        stdout=bytes(watched.stdout),
        stderr=bytes(watched.stderr),
        status=status,
        cpu=watched.cpu,
        wall=wall,
        memory=watched.memory,
        fault=fault,
        detail=detail,
    )


def _fault(watched: Watched, status: int | None, limits: Limits) -> tuple[Fault | None, str]:
    if status is None:
        return Fault.INFRASTRUCTURE, _not_started(watched)
    match watched.stopped:
        case Stop.OUTPUT:
            return Fault.BAD_OUTPUT, f"It printed more than {limits.output // 1024} KiB."
        case Stop.FILES:
            return Fault.CRASH, f"It made more than {limits.files} files."
        case Stop.THREADS:
            return Fault.CRASH, f"It had more than {limits.threads} threads."
        case Stop.WALL:
            spent = f"It had the processor for {watched.cpu:.1f} s of them."
            return Fault.TIMEOUT, f"It did not end within {limits.wall:.3g} s. {spent}"
    if status in (-signal.SIGKILL, -signal.SIGXCPU):
        if watched.cpu >= ENOUGH * limits.cpu:
            return Fault.TIMEOUT, f"It used {limits.cpu} s of processor time, which is all it had."
        return Fault.MEMORY, "The system ended it, most likely for want of memory."
    if status and _last_line(watched).startswith("MemoryError"):
        return Fault.MEMORY, f"It asked for more than {limits.memory // MIB} MiB of memory."
    if status < 0:
        return Fault.CRASH, f"It was ended by {_signal_name(-status)}."
    return (Fault.CRASH, f"Its exit status was {status}.") if status else (None, "")


def _not_started(watched: Watched) -> str:
    after = "in time" if watched.stopped is Stop.WALL else f"(status {watched.exit_status})"
    return f"The sandbox did not start {after}. {_last_line(watched)}".strip()


def _last_line(watched: Watched) -> str:
    lines = bytes(watched.stderr).decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
