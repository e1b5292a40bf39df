"""Where compiled code is kept from one process to the next.

numba looks for a function's code by the file which that function is in; it does not notice when
something that was built into it from another file has changed. So each state of the sources has a
folder of its own, below `NUMBA_CACHE_DIR` or else in the data folder of the site. What is kept only
saves time: where it is damaged, or nothing can be written, the kernels are compiled all the same.
"""

import atexit
import contextlib
import faulthandler
import fcntl
import hashlib
import json
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import numba
from numba.core.dispatcher import Dispatcher

from games.rules import board

HERE = Path(__file__).parent
DATA = Path(os.environ.get("SUMENDI_DATA") or HERE.parents[1] / "var").expanduser().resolve()
SETTINGS = vars(numba.config)
BASE = Path(SETTINGS["CACHE_DIR"] or DATA / "kernels")
KEEPS = True
"""Whether the next process will find what this one compiles."""
PREFIX = "sumendi-"
KEPT = 24 * 3600
"""Seconds for which other folders stay after they were last warmed: another version may run."""
LOCK = "lock"
LOADING = "loading"
"""The file that is there while a process loads; one that outlived its process tells that damaged
code has killed it."""
SUMS = "sums"
"""The file with the check sums of what was compiled."""
CRASHED = "crashed"
"""The file to which a process that crashes later writes where it did."""

logger = logging.getLogger(__name__)


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
    """Have numba keep in that folder what is decorated from now on; where that cannot be written,
    in a copy of it that ends with this process."""
    global BASE, KEEPS
    if not _is_writable(folder()):
        logger.warning("%s cannot be written: compiled code is not kept", folder())
        BASE, KEEPS = _copied(folder()), False
    SETTINGS["CACHE_DIR"] = str(folder())


def _is_writable(kept: Path) -> bool:
    try:
        kept.mkdir(parents=True, exist_ok=True)
        folders = [kept, *_of_numba(kept)]
    except OSError:
        return False
    return all(os.access(each, os.W_OK | os.X_OK) for each in folders)


def _copied(kept: Path) -> Path:
    base = Path(tempfile.mkdtemp(prefix=PREFIX))
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    copy = base / kept.name
    with contextlib.suppress(OSError):
        shutil.copytree(kept, copy, copy_function=shutil.copyfile)
    copy.mkdir(exist_ok=True)
    for each in (copy, *_of_numba(copy)):
        each.chmod(0o700)
    return base


def _of_numba(kept: Path) -> list[Path]:
    return [path for path in kept.iterdir() if path.is_dir()]


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Be the only process that loads from the folder or compiles into it. What killed the process
    before is removed first. Without a lock one goes on all the same."""
    lock = _lock()
    if lock is None:
        yield
        return
    mark = folder() / LOADING
    with lock:
        _remove_what_is_damaged(mark)
        with contextlib.suppress(OSError):
            mark.touch()
        try:
            yield
            _note_sums()
        finally:
            with contextlib.suppress(OSError):
                mark.unlink()


def _remove_what_is_damaged(mark: Path) -> None:
    crashed = folder() / CRASHED
    with contextlib.suppress(OSError):
        if mark.exists():
            logger.warning("The last process ended while it loaded compiled code: it is removed")
            clear()
        if crashed.exists() and (where := crashed.read_text()):
            logger.warning("A process has crashed: compiled code is removed\n%s", where)
            clear()
            os.truncate(crashed, 0)  # others may have it open
        if _has_changed():
            logger.warning("Compiled code has changed since it was kept: it is removed")
            clear()


def _sums() -> dict[str, str]:
    """Of each file of code. What numba keeps beside them, it writes anew for each addition."""
    files = sorted(folder().rglob("*.nbc"))
    return {
        str(each.relative_to(folder())): hashlib.sha256(each.read_bytes()).hexdigest()
        for each in files
    }


def _note_sums() -> None:
    with contextlib.suppress(OSError):
        (folder() / SUMS).write_text(json.dumps(_sums()))


def _has_changed() -> bool:
    """Whether a file is not what it was when a process had last loaded; others may be new."""
    if not (folder() / SUMS).exists():
        return False
    try:
        noted = json.loads((folder() / SUMS).read_text())
        return bool(noted.items() - (noted | _sums()).items())
    except (ValueError, AttributeError, TypeError):
        return True


def leave_word() -> None:
    """Should this process crash, have whoever loads next compile anew: for all we know the code
    was to blame. To be killed from outside is no crash."""
    with contextlib.suppress(OSError):
        faulthandler.enable((folder() / CRASHED).open("a"))


def _lock() -> IO[str] | None:
    with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
        folder().mkdir(parents=True, exist_ok=True)
        lock = stack.enter_context((folder() / LOCK).open("w"))
        fcntl.flock(lock, fcntl.LOCK_EX)
        stack.pop_all()
        return lock
    return None


def clear() -> None:
    """Remove what is compiled; the lock stays, for others wait for it."""
    with contextlib.suppress(OSError):
        for compiled in _of_numba(folder()):
            shutil.rmtree(compiled, ignore_errors=True)


def keep_nothing() -> None:
    """From now on compile in memory alone: neither load nor save."""
    global KEEPS
    KEEPS = False
    for kernel in kernels():
        kernel._cache.disable()


def kernels() -> list[Any]:
    """All functions of this package that numba compiles, as far as it is imported."""
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{__package__}.")]
    return [each for m in modules for each in vars(m).values() if isinstance(each, Dispatcher)]


def forget_others() -> None:
    """Remove the folders of sources that nobody has warmed for a day."""
    with contextlib.suppress(OSError):
        os.utime(folder())
        for other in BASE.glob(f"{PREFIX}*"):
            if other.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(other, ignore_errors=True)
