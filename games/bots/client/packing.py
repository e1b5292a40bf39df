"""Packs `sumendi.pyz`: one file that Python runs, with the rules, the client and the runner.

    sumendi/           this folder's `sumendi/`, file by file
    sumendi/rules/     `games/rules/`, in place of the module that stands for it here
    __main__.py        the start

The same sources give the same bytes on every machine: the files are sorted, stored as they are, and
dated alike.
"""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

FILE_NAME = "sumendi.pyz"
SHEBANG = b"#!/usr/bin/env python3\n"
DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip file can tell."""
MODE = 0o644
CLIENT = Path(__file__).parent / "sumendi"
RULES = Path(__file__).parents[2] / "rules"
STAND_IN = CLIENT / "rules.py"
MAIN = b"""import sys

if sys.version_info < (3, 11):
    sys.exit("sumendi needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])

if __name__ == "__main__":
    from sumendi.runner.cli import main

    sys.exit(main())
"""


def pack() -> bytes:
    """The bytes of the zipapp."""
    archive = io.BytesIO()
    archive.write(SHEBANG)
    with zipfile.ZipFile(archive, "a") as pyz:
        pyz.writestr(_entry("__main__.py"), MAIN)
        for name, data in sorted(contents()):
            pyz.writestr(_entry(name), data)
    return archive.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, DATE)
    entry.create_system = 3
    entry.external_attr = (0o100000 | MODE) << 16
    return entry


def contents() -> Iterator[tuple[str, bytes]]:
    """The files of the package `sumendi` by their path in whatever holds it."""
    for path in CLIENT.rglob("*.py"):
        if path != STAND_IN:
            yield f"sumendi/{path.relative_to(CLIENT).as_posix()}", path.read_bytes()
    for path in RULES.rglob("*.py"):
        yield f"sumendi/rules/{path.relative_to(RULES).as_posix()}", path.read_bytes()
