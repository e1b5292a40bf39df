"""The ledger is compared while a worker rates games: a real thread, at a chosen moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.db.models import QuerySet

from ratings.models import LedgerEntry
from ratings.services import contradictions, follow, rebuilding
from tests.games.factories import make_user
from tests.ratings.finished import finish

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


@pytest.fixture
def worker(monkeypatch):
    """Three games are rated, and three more are while the first three are compared."""
    players = make_user("amaia"), make_user("unai")
    for _ in range(3):
        finish(*players)
    follow()
    for _ in range(3):
        finish(*players)
    rebuild = rebuilding.rebuild

    def rebuild_while_others_rate(pool):
        entries = rebuild(pool)
        yield next(entries)
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(follow_elsewhere).result(30) == 3
        yield from entries

    monkeypatch.setattr(rebuilding, "rebuild", rebuild_while_others_rate)


def follow_elsewhere():
    try:
        return follow()
    finally:
        connections.close_all()


def test_games_that_are_rated_meanwhile_are_no_contradiction(worker):
    assert list(contradictions()) == []
    assert LedgerEntry.objects.count() == 6


def test_a_difference_is_found_while_games_are_rated(worker):
    QuerySet.update(LedgerEntry.objects.filter(sequence=2), first_change=1)
    assert [problem[:16] for problem in contradictions()] == ["Ledger, place 2:"]
