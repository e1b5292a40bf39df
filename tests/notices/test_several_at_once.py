"""Several workers at once: real threads, each with a connection of its own."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from sumendi_site.accounts.models import User
from sumendi_site.notices import delivering
from sumendi_site.notices.models import Notice
from tests.games.factories import make_user
from tests.games.services.test_concurrency import at_once

from .posts import choose, make_due, tell

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


@pytest.fixture
def reader(transactional_db) -> User:
    amaia = make_user("amaia", email="amaia@example.org")
    EmailAddress.objects.create(user=amaia, email=amaia.email, primary=True, verified=True)
    return amaia


@pytest.fixture
def woken(monkeypatch):
    """What the workers were woken for: (delivery, attempts)."""
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr(delivering, "wake", lambda task, *args: calls.append(args))
    return calls


def test_what_is_told_by_several_at_once_is_one_notice(reader):
    at_once([lambda: tell(reader)] * 8)
    assert Notice.objects.count() == 1


def test_several_who_hand_out_wake_one_worker_for_a_delivery(reader, woken):
    tell(reader)
    make_due(reader)
    at_once([delivering.hand_out] * 8)
    assert len(woken) == 1


def test_several_workers_send_a_mail_once(reader, woken):
    tell(reader)
    make_due(reader)
    delivering.hand_out()
    at_once([lambda: delivering.deliver(*woken[0])] * 8)
    assert len(mail.outbox) == 1


def test_several_workers_send_a_daily_mail_once(reader, woken):
    choose(reader, mail_daily=True)
    for key in "abc":
        tell(reader, key=key)
    make_due(reader)
    at_once([delivering.hand_out] * 4)
    at_once([lambda: delivering.deliver(*woken[0])] * 4)
    assert [message.subject for message in mail.outbox] == [
        "Your day at Sumendi: Harbour open, and 2 more"
    ]
