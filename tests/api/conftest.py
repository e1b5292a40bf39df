from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from sumendi_site.accounts.models import User
from sumendi_site.api.throttles import FewPerMinute
from tests.api.world import World, make_world
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


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once for all tests of a file, which take back what they change."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """For more exports a minute than the throttle allows."""
    monkeypatch.setattr(FewPerMinute, "most", 10**6)
