"""Ends what a killed supervisor would leave behind.

The guard's standard input is a pipe whose writing end only the supervisor keeps. Each child
announces its process group there (``+123``) before it becomes its program, and the supervisor
takes it off the list (``-123``) when it has ended. End of input means the supervisor is gone.

Started by its path, so that it loads nothing but the standard library.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable

GRACE = 10.0
"""Seconds a process has to end by itself."""


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS: the group holds only processes that have ended
        return False
    return True


def ask_to_end(group: int) -> None:
    """Ask the leader only: the worker's own children would drop their task."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(group, signal.SIGTERM)


def kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def end(stages: Iterable[list[int]], alive: Callable[[int], bool] = alive) -> None:
    """End the groups of one stage after the other; who does not end in time is killed."""
    for groups in stages:
        for group in groups:
            ask_to_end(group)
        deadline = time.monotonic() + GRACE
        while any(alive(group) for group in groups) and time.monotonic() < deadline:
            time.sleep(0.05)
        for group in groups:
            kill(group)


def main() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    groups: list[int] = []
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.append(group)
        elif group in groups:
            groups.remove(group)
    end([groups])


if __name__ == "__main__":
    main()
