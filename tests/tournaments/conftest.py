import pytest

from games.models import SandboxReport
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import hosting_on
from tests.tournaments.bots import make_ladder_bot


@pytest.fixture
def sandbox(db: None) -> SandboxReport:
    """Programs can run here."""
    return hosting_on()


@pytest.fixture
def basalt(sandbox: SandboxReport) -> User:
    return make_ladder_bot("basalt")


@pytest.fixture
def pumice(sandbox: SandboxReport) -> User:
    return make_ladder_bot("pumice")
