"""No fault of ours, and none of the database at one event, stops the events behind it."""

import pytest
from django.db import DatabaseError, OperationalError, connection

from games import services as games
from games.services import following as events
from games.services.following import TRIES
from ratings import notices
from ratings.models import Cursor, LedgerEntry
from ratings.services import contradictions, follow, following, mend
from tests.games.factories import make_user
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def bad(amaia, unai):
    """A game whose rating fails in one way or another, and one behind it."""
    bad = finish(amaia, unai)
    finish(amaia, unai)
    return bad


def reasons():
    rows = LedgerEntry.objects.current().order_by("sequence")
    return list(rows.values_list("reason", flat=True))


class TooComplex(Exception):
    sqlstate = "54001"


def nonsense(*_, **__):
    """A statement that the database cannot do, now or later, and that breaks the transaction."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nonsense")
    except DatabaseError:
        raise OperationalError from TooComplex()


def fail(*_, **__):
    raise RuntimeError("a fault of ours")


def failing_at_first(act, fault, times):
    """Like `act`, but for the first calls."""
    calls = []

    def acting(*args, **kwargs):
        calls.append(args)
        return fault() if len(calls) <= times else act(*args, **kwargs)

    return acting


@pytest.mark.parametrize("fault", [fail, nonsense])
def test_a_fault_at_every_game_leaves_a_row_of_each(bad, monkeypatch, fault):
    monkeypatch.setattr(events, "TRIES", 1)
    monkeypatch.setattr(following, "row_of", fault)
    assert follow() == 2
    assert reasons() == ["error", "error"]


@pytest.mark.parametrize("fault", [fail, nonsense])
def test_a_game_of_which_no_page_can_be_told_is_rated(bad, monkeypatch, fault):
    monkeypatch.setattr(notices, "publish", fault)
    assert follow() == 2
    assert reasons() == ["", ""]


def test_a_game_that_can_have_no_row_at_all_is_passed_over(bad, monkeypatch):
    save = LedgerEntry.save

    def save_no_bad_one(row, *args, **kwargs):
        return fail() if row.game_id == bad.pk else save(row, *args, **kwargs)

    monkeypatch.setattr(LedgerEntry, "save", save_no_bad_one)
    assert follow() == 2
    assert reasons() == [""]


def test_what_was_passed_over_can_be_mended(bad, monkeypatch):
    monkeypatch.setattr(following, "row_of", fail)
    follow()
    monkeypatch.undo()
    mend("The fault is mended.")
    assert reasons() == ["", ""]
    assert list(contradictions()) == []


def test_a_statement_that_always_fails_is_tried_some_times(bad, monkeypatch):
    monkeypatch.setattr(following, "facts_of", nonsense)
    for _ in range(TRIES - 1):
        with pytest.raises(OperationalError):
            follow()
    assert (Cursor.objects.get().last, follow(limit=1)) == (0, 1)
    assert reasons() == ["error"]


def test_another_event_has_all_its_tries(bad, monkeypatch):
    fails = failing_at_first(following.facts_of, nonsense, TRIES - 1)
    monkeypatch.setattr(following, "facts_of", fails)
    for _ in range(TRIES - 1):
        with pytest.raises(OperationalError):
            follow()
    assert follow() == 2
    assert (Cursor.objects.get().tries, reasons()) == (0, ["", ""])


def test_a_correction_that_the_database_cannot_do_is_passed_over(bad, monkeypatch):
    follow()
    games.annul(bad.pk, make_user("leire", is_staff=True), "A trial.")
    monkeypatch.setattr(events, "TRIES", 1)
    monkeypatch.setattr(following, "revise", nonsense)
    assert follow() == 1
    assert reasons() == ["", ""]


def test_a_database_that_is_away_is_waited_for(bad, monkeypatch):
    def be_away(event):
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(following, "facts_of", be_away)
    for _ in range(TRIES + 1):
        with pytest.raises(OperationalError):
            follow()
    monkeypatch.undo()
    assert follow() == 2
    assert reasons() == ["", ""]
