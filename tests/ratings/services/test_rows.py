import pytest

from ratings.services import rows
from tests.games.factories import make_user

pytestmark = pytest.mark.django_db


def test_no_statement_locks_more_players_than_a_database_allows(
    players, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(rows, "AT_ONCE", 4)
    with django_assert_num_queries(2):
        locked = rows.lock_players({user.pk for user in reversed(players)})
    assert locked == players


def test_only_the_players_asked_for_are_locked(amaia):
    make_user("nora")
    assert rows.lock_players([amaia.pk]) == [amaia]
