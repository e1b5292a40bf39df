"""One process of a run makes the tables of its database, and the others copy them: to make them
takes longer than most files of tests.
"""

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

from tests.stack.site import kept_tables

NOTE = "tables"


@contextmanager
def made_once(make: Callable[[], object], shared: Path, own: Path) -> Iterator[None]:
    """Have `make` make the test's database, with the tables of who came first in the folder
    `shared`; who came first keeps a copy for the others, in the folder `own` if it is a file."""
    note = shared / NOTE
    with ExitStack() as kept:
        with _turn(shared):
            if note.exists():
                _begin_with(note.read_text())
                make()
            else:
                make()
                note.write_text(str(kept.enter_context(kept_tables(own))))
                kept.callback(_forget, note)
        yield


@contextmanager
def _turn(shared: Path) -> Iterator[None]:
    """One process after the other; the lock of one that was killed is free."""
    with (shared / f"{NOTE}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _forget(note: Path) -> None:
    with _turn(note.parent):
        note.unlink()


def _begin_with(tables: str) -> None:
    """Let the test's database begin as a copy. It is migrated all the same, which finds nothing
    to do."""
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = tables
        return
    creation: Any = connection.creation
    create = creation._create_test_db

    def create_copy(*arguments: Any, **options: Any) -> str:
        name: str = create(*arguments, **options)
        shutil.copy(tables, name)
        return name

    creation._create_test_db = create_copy
