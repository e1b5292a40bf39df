"""Several at once: real threads and processes, each with transactions of its own."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from games import services as games
from games.models import Offer
from games.services import rematches
from ratings.models import LedgerEntry
from ratings.services import contradictions, follow, following
from tests.games.at_once import at_once, die, in_a_process_that_dies
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
    store = following.store_standings

    def store_and_be_killed(users, pool):
        store(users, pool)
        die()

    following.store_standings = store_and_be_killed
    follow()


def test_a_worker_that_is_killed_before_its_commit_doubles_nothing():
    finish(make_user("amaia"), make_user("unai"))
    in_a_process_that_dies(follow_and_be_killed)
    assert not LedgerEntry.objects.exists()
    assert follow() == 1
    assert list(contradictions()) == []


def test_a_rematch_and_the_rating_of_its_game_do_not_wait_for_each_other(monkeypatch):
    """The rematch has locked the game and goes on to its players, whom the rating has locked
    before it writes the row that points to the game."""
    amaia, unai = make_user("amaia"), make_user("unai")
    game = finish(amaia, unai)
    is_locked, is_rated = threading.Event(), threading.Event()
    require_no_block = rematches.require_no_block

    def let_the_rating_go_first(player, opponent):
        is_locked.set()
        is_rated.wait(1)  # in vain with SQLite, where one transaction writes at a time
        require_no_block(player, opponent)

    def follow_meanwhile():
        is_locked.wait(10)
        assert follow() == 1
        is_rated.set()

    monkeypatch.setattr(rematches, "require_no_block", let_the_rating_go_first)
    at_once([lambda: games.rematch(game.pk, amaia), follow_meanwhile])
    assert Offer.objects.filter(rematch_of=game).count() == 1
    assert LedgerEntry.objects.get().rated
