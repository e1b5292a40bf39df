"""Programs that some tests need and a bare machine may not have."""

import os
import shutil
from pathlib import Path

import pytest

# Debian keeps the server's programs of PostgreSQL off the path.
FOLDERS = [*os.get_exec_path(), *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin")))]


def program(*names: str, package: str) -> Path:
    """The first of `names` that is installed; skips the test, saying what is missing."""
    for name in names:
        if found := shutil.which(name, path=os.pathsep.join(FOLDERS)):
            return Path(found)
    pytest.skip(f"missing: {names[0]} (Debian package {package})")
