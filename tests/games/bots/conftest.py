import pytest

from games.bots.sandbox import Kind, bwrap, landlock
from tests.stack import parts


@pytest.fixture(scope="module", params=["bwrap", "landlock"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each kind of sandbox in turn."""
    if request.param == "landlock":
        return landlock
    parts.program("bwrap", package="bubblewrap")
    return bwrap
