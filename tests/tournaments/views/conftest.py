import pytest
from django.test import Client

from sumendi_site.accounts.models import User
from tests.tournaments.factories import make_organiser, make_running, publish_round
from tournaments.models import Pairing, Round, Tournament


@pytest.fixture
def organiser(db: None) -> User:
    return make_organiser()


@pytest.fixture
def as_organiser(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Four players, no round yet: amaia, unai, leire and mattin."""
    return make_running(4, organiser=organiser)


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    """The first one, published."""
    return publish_round(tournament)


@pytest.fixture
def board(round_: Round) -> Pairing:
    """Amaia sits first against leire."""
    return round_.pairings.get(board=1)


@pytest.fixture
def stranger(db: None) -> User:
    return User.objects.create_user("arrotz")


@pytest.fixture
def co_organiser(tournament: Tournament) -> User:
    helper = User.objects.create_user("laguntzaile")
    tournament.co_organisers.add(helper)
    return helper
