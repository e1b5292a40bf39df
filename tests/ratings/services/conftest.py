import pytest

from tests.games.factories import make_user


@pytest.fixture
def amaia(db):
    return make_user("amaia")


@pytest.fixture
def unai(db):
    return make_user("unai")


@pytest.fixture
def players(db):
    return [make_user(f"player-{number}") for number in range(6)]
