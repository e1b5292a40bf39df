from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from sumendi_site.accounts.models import User
from sumendi_site.notices import kinds
from sumendi_site.notices.kinds import NoticeKind, Text
from tests.games.factories import make_user

from .servers import FakePushService, SmtpServer


def _write(data: Any) -> Text:
    return Text("Harbour open", f"The harbour of {data['island']} is open.", "/learn/")


HARBOUR = NoticeKind("harbour", "Harbours", "A harbour opened.", _write)
OVER = NoticeKind("over", "Over", "Never holds.", _write, is_outdated=lambda data: True)
BROKEN = NoticeKind(
    "broken", "Broken", "Cannot tell.", _write, is_outdated=lambda data: data["missing"]
)
URGENT = NoticeKind("urgent", "Urgent", "Cannot wait.", _write, urgent=True)


@pytest.fixture(autouse=True)
def test_kinds(monkeypatch):
    """Kinds as another app would register them, for the tests alone."""
    monkeypatch.setattr(kinds, "_kinds", dict(kinds._kinds))
    kinds.register(HARBOUR, OVER, BROKEN, URGENT)


@pytest.fixture(autouse=True)
def mail(settings):
    settings.MAIL_CONFIGURED = True


@pytest.fixture
def amaia(db) -> User:
    """A player with a confirmed e-mail address."""
    return with_address(make_user("amaia", email="amaia@example.org"))


@pytest.fixture
def unai(db) -> User:
    return make_user("unai")


def with_address(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def smtp(settings) -> Iterator[SmtpServer]:
    """A mail server of its own, to which the site sends."""
    with SmtpServer() as server:
        settings.EMAIL_BACKEND = "sumendi_site.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 0.5
        yield server


@pytest.fixture
def push_service(settings) -> Iterator[FakePushService]:
    settings.PUSH_TO_LOOPBACK = True
    with FakePushService() as service:
        yield service
