"""What a worker leaves behind that is killed in the middle of a turn.

Its program dies with it, but for one in the first milliseconds, when bwrap has not yet bound itself
to the worker; and nobody removes the folder of the program's files. The folder tells whose it was.
"""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PREFIX = "sumendi-bot-"


def prefix() -> str:
    """How the names of this process's folders begin."""
    return f"{PREFIX}{os.getpid()}-"


def sweep() -> None:
    """End the programs and remove the folders of workers that are gone."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        with suppress(OSError):  # another sweep was faster
            if folder.stat().st_uid == os.geteuid() and not Path("/proc", owner).exists():
                for process in _processes_in(folder):
                    os.kill(process, signal.SIGKILL)
                shutil.rmtree(folder)


def _processes_in(folder: Path) -> Iterator[int]:
    """Those that see the folder as /bot, as in bwrap, or stand in it."""
    files = folder.stat()
    for process in Path("/proc").glob("[0-9]*"):
        for place in (process / "root" / "bot", process / "cwd"):
            with suppress(OSError):
                if os.path.samestat(place.stat(), files):
                    yield int(process.name)
                    break
