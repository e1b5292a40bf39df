import pytest
from django.core.cache import cache
from django.test import Client

from sumendi_site.accounts.models import User


@pytest.fixture
def players(amaia: User, unai: User) -> tuple[User, User]:
    return amaia, unai


@pytest.fixture
def amaia_signed_in(client: Client, amaia: User) -> None:
    """`client` is amaia's browser."""
    client.force_login(amaia)


@pytest.fixture
def nobody_came_before(db: None) -> None:
    """No limit counts what an earlier test did."""
    cache.clear()
