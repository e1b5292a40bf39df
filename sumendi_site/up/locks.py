"""One run a data folder, held by locks that the system releases when their holders end."""

import fcntl
import os
import time
from pathlib import Path

from sumendi_site.up.errors import CannotStartError

PATIENCE = 25.0
"""Seconds given to what is left of a run that was killed."""


def only_run(data: Path) -> int:
    """The lock of the supervisor on its data folder, as a file descriptor to keep.

    Raises `CannotStartError` when another run holds it.
    """
    lock = _open(data / "run" / "up.lock")
    if not _taken(lock):
        raise CannotStartError(f"Sumendi already runs on the data folder {data}.")
    return lock


def children_lock(data: Path) -> int:
    """The lock that every child inherits: it is free only when the last child is gone.

    Waits for the children of a killed run; raises `CannotStartError` when they stay.
    """
    lock = _open(data / "run" / "children.lock")
    deadline = time.monotonic() + PATIENCE
    while not _taken(lock):
        if time.monotonic() > deadline:
            raise CannotStartError(
                f"Processes of an earlier run still use the data folder {data}. End them first."
            )
        time.sleep(0.1)
    return lock


def _open(path: Path) -> int:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def _taken(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
