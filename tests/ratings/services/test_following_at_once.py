"""Several at once: real threads and processes, each with transactions of its own."""

import multiprocessing
import os
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from ratings.models import LedgerEntry
from ratings.services import contradictions, follow, following
from tests.games.factories import make_user
from tests.ratings.finished import finish, finish_many

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

GAMES = 500


def follow_to_the_end(_worker):
    try:
        while follow(limit=7):
            pass
    finally:
        connections.close_all()


def test_two_workers_give_the_ledger_of_one():
    finish_many([make_user(f"player-{number}") for number in range(12)], GAMES)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(follow_to_the_end, range(2)))
    places = LedgerEntry.objects.order_by("sequence").values_list("sequence", flat=True)
    assert list(places) == list(range(1, GAMES + 1))
    assert list(contradictions()) == []


def follow_and_be_killed():
    connections.close_all()
    store = following.store_standings

    def store_and_be_killed(users, pool):
        store(users, pool)
        os.kill(os.getpid(), signal.SIGKILL)

    following.store_standings = store_and_be_killed
    follow()


def test_a_worker_that_is_killed_before_its_commit_doubles_nothing():
    finish(make_user("amaia"), make_user("unai"))
    connections.close_all()
    worker = multiprocessing.get_context("fork").Process(target=follow_and_be_killed)
    worker.start()
    worker.join(30)
    assert worker.exitcode == -signal.SIGKILL
    assert not LedgerEntry.objects.exists()
    assert follow() == 1
    assert list(contradictions()) == []
