from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from games.models import Heartbeat, ResultCounter
from sumendi_site.snapshot import snapshot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


def elsewhere(act):
    """Do it with another connection, and wait for it."""

    def run():
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result(30)


def count_up():
    ResultCounter.objects.update_or_create(pk=1, defaults={"last": 7})


def test_nothing_changes_while_one_reads():
    with snapshot():
        before = ResultCounter.objects.count()
        elsewhere(count_up)
        assert ResultCounter.objects.count() == before == 0
    assert ResultCounter.objects.get().last == 7


def test_afterwards_the_connection_writes_as_before():
    with snapshot():
        Heartbeat.objects.count()
    count_up()
    assert ResultCounter.objects.count() == 1


def test_one_within_another_reads_as_of_the_same_instant():
    with snapshot():
        assert ResultCounter.objects.count() == 0
        elsewhere(count_up)
        with snapshot():
            assert ResultCounter.objects.count() == 0
        assert connection.in_atomic_block
    assert not connection.in_atomic_block
