"""How much is under way at a time when many hand out at once, in real threads."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.notices import delivering, devices, postman
from sumendi_site.notices.models import Delivery
from tests.games.factories import make_user
from tests.games.services.test_concurrency import at_once

from .conftest import with_address
from .posts import make_due, tell

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

READERS = 24
THREADS = 12
PATIENCE = 8.0
"""Seconds, fewer than for which the mail server hangs."""


@pytest.fixture
def readers(transactional_db) -> list[User]:
    return [
        with_address(make_user(f"player{number}", email=f"p{number}@example.org"))
        for number in range(READERS)
    ]


@pytest.fixture
def sends(monkeypatch) -> Iterator[ThreadPoolExecutor]:
    """The postman's threads: they take what is sent to the queue, in its order."""
    with ThreadPoolExecutor(postman.THREADS) as pool:

        def send_task(name: str, args: tuple[int, int]) -> None:
            assert name == "sumendi_site.notices.tasks.deliver"
            pool.submit(_deliver, *args)

        monkeypatch.setattr("sumendi_site.queue.current_app.send_task", send_task)
        yield pool


def _deliver(delivery_id: int, attempts: int) -> None:
    try:
        delivering.deliver(delivery_id, attempts)
    finally:
        connections.close_all()


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "It did not happen in time."
        time.sleep(0.02)


def test_many_who_hand_out_at_once_claim_four_together(readers, monkeypatch):
    monkeypatch.setattr(delivering, "wake", lambda *_: None)
    for reader in readers:
        tell(reader)
        make_due(reader)
    at_once([delivering.hand_out] * THREADS)
    under_way = Delivery.objects.filter(claimed_until__gt=timezone.now())
    assert under_way.count() == delivering.MOST_AT_ONCE


def test_push_messages_go_out_while_the_mail_server_hangs(
    readers, sends, smtp, push_service, settings
):
    settings.EMAIL_TIMEOUT = 2 * PATIENCE
    smtp.hangs = True
    for reader in readers:
        tell(reader)
        make_due(reader)
    at_once([delivering.hand_out] * THREADS)
    until(lambda: smtp.connections >= delivering.MOST_AT_ONCE)
    subscription = json.dumps(push_service.subscription).encode()
    devices.subscribe(readers[-1], subscription, "Firefox")
    tell(readers[-1], key="push")
    Delivery.objects.filter(channel="push").update(due=timezone.now())
    delivering.hand_out()
    try:
        until(lambda: push_service.requests)
        assert smtp.connections == delivering.MOST_AT_ONCE
    finally:
        smtp.released.set()
