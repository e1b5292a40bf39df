import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.bots.sandbox import Kind, bwrap, landlock
from tests.games.bots.sandbox.arena import goals
from tests.stack import parts


@pytest.fixture(scope="module", params=["bwrap", "landlock"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each kind of sandbox in turn."""
    if request.param == "landlock":
        return landlock
    parts.program("bwrap", package="bubblewrap")
    return bwrap


@pytest.fixture(scope="session")
def goal() -> Iterator[dict[str, Any]]:
    """What hostile programs are told to go for. The folders above pytest's own are closed."""
    with tempfile.TemporaryDirectory(prefix="sumendi-test-") as folder, goals(Path(folder)) as goal:
        yield goal
