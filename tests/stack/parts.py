"""Programs that some tests need and a bare machine may not have."""

import shutil
from pathlib import Path

import pytest


def program(*names: str, package: str) -> Path:
    """The first of `names` that is installed; skips the test, saying what is missing."""
    for name in names:
        if found := shutil.which(name):
            return Path(found)
    pytest.skip(f"missing: {names[0]} (Debian package {package})")
