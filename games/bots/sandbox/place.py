"""What a run needs on the server for as long as it lasts: its user, its files, its input."""

import fcntl
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from .leftovers import prefix

USERS = range(60578, 61184)
"""Ids that no system hands out, neither to people nor to services (systemd's table of UIDs)."""
SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL


def bot_user() -> int | None:
    """A user and group id for one run, if the server is root; else it can only be its own.

    Drawn by lot, so that bots at work at the same time hardly ever share the count of threads that
    the kernel keeps by user.
    """
    return secrets.choice(USERS) if os.geteuid() == 0 else None


@contextmanager
def laid_out(files: Mapping[str, bytes], user: int | None) -> Iterator[Path]:
    """A folder with the `files`, which only the server and the user's group can look into."""
    with tempfile.TemporaryDirectory(prefix=prefix()) as name:
        folder = Path(name)
        for path, text in files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        if user is not None:
            for entry in (folder, *folder.rglob("*")):
                os.chown(entry, -1, user)
                entry.chmod(0o750 if entry.is_dir() else 0o640)
        yield folder


@contextmanager
def sealed(data: bytes) -> Iterator[int]:
    """A descriptor from which `data` can be read; nobody can change what is there."""
    descriptor = os.memfd_create("sumendi", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, SEALS)
        yield descriptor
    finally:
        os.close(descriptor)
