import pytest

from tests.games.factories import make_game, make_user


@pytest.fixture
def amaia(db):
    return make_user("amaia")


@pytest.fixture
def unai(db):
    return make_user("unai")


@pytest.fixture
def stranger(db):
    return make_user("stranger")


@pytest.fixture
def game(amaia, unai):
    """A new game of size 5: amaia is first."""
    return make_game(amaia, unai)
