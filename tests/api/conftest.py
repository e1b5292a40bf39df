import pytest

from sumendi_site.accounts.models import User
from tests.games.factories import make_user


@pytest.fixture
def amaia(db: None) -> User:
    return make_user("amaia")


@pytest.fixture
def unai(db: None) -> User:
    return make_user("unai")


@pytest.fixture
def stranger(db: None) -> User:
    return make_user("stranger")
