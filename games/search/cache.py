"""Where compiled code is kept from one process to the next.

numba looks for a function's code by the file which that function is in; it does not notice when
something that was built into it from another file has changed. So each state of the sources has a
folder of its own, below `NUMBA_CACHE_DIR` or else in the data folder of the site.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

import numba

from games.rules import board

HERE = Path(__file__).parent
DATA = Path(os.environ.get("SUMENDI_DATA") or HERE.parents[1] / "var").expanduser().resolve()
SETTINGS = vars(numba.config)
BASE = Path(SETTINGS["CACHE_DIR"] or DATA / "kernels")
PREFIX = "sumendi-"
KEPT = 24 * 3600
"""Seconds for which other folders stay after they were last warmed: another version may run."""


def folder() -> Path:
    """The folder of the sources as they are."""
    return BASE / f"{PREFIX}{fingerprint([*sorted(HERE.rglob('*.py')), Path(board.__file__)])}"


def fingerprint(files: Iterable[Path]) -> str:
    """Another text for each state of these files, and each version of numba."""
    found = hashlib.sha256(numba.__version__.encode())
    for file in files:
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]


def use() -> None:
    """Have numba keep in that folder what is decorated from now on."""
    SETTINGS["CACHE_DIR"] = str(folder())


def forget_others() -> None:
    """Remove the folders of sources that nobody has warmed for a day."""
    folder().touch()
    for other in BASE.glob(f"{PREFIX}*"):
        if other.stat().st_mtime < time.time() - KEPT:
            shutil.rmtree(other, ignore_errors=True)
