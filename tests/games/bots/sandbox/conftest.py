import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.bots.sandbox.arena import goals


@pytest.fixture(scope="session")
def goal() -> Iterator[dict[str, Any]]:
    """What hostile programs are told to go for. The folders above pytest's own are closed."""
    with tempfile.TemporaryDirectory(prefix="sumendi-test-") as folder, goals(Path(folder)) as goal:
        yield goal
