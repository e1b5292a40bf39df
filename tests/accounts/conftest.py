import pytest
from django.test import Client

from sumendi_site.accounts.models import User

PASSWORD = "lava-flows-downhill"


@pytest.fixture
def amaia(db: None) -> User:
    return User.objects.create_user("amaia", "amaia@example.org", PASSWORD)


@pytest.fixture
def amaias(amaia: User) -> Client:
    """A browser in which amaia has signed in, as she would."""
    client = Client()
    client.post("/accounts/login/", {"login": "amaia", "password": PASSWORD})
    return client
