"""Which faults of the database pass by themselves."""

import sqlite3

import pytest
from django.db import InterfaceError, OperationalError, connection

from sumendi_site.faults import in_nobodys_way, passes_by_itself


class OfPostgres(Exception):
    def __init__(self, sqlstate):
        self.sqlstate = sqlstate


def caused_by(cause):
    error = OperationalError()
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("state", [None, "08006", "40P01", "40001", "53300", "55P03", "57P01"])
def test_a_postgres_that_is_away_or_busy_is_tried_again(state):
    assert passes_by_itself(caused_by(OfPostgres(state)))


@pytest.mark.parametrize("state", ["54000", "54011", "57014", "58030"])
def test_a_statement_that_postgres_cannot_do_fails_again(state):
    assert not passes_by_itself(caused_by(OfPostgres(state)))


@pytest.mark.parametrize(("code", "passes"), [(5, True), (6, True), (261, True), (1, False)])
def test_a_locked_sqlite_is_tried_again_and_no_other(code, passes):
    cause = sqlite3.OperationalError()
    cause.sqlite_errorcode = code
    assert passes_by_itself(caused_by(cause)) == passes


def test_a_lost_connection_is_tried_again():
    assert passes_by_itself(InterfaceError())


def test_a_fault_of_ours_does_not_pass_by_itself():
    assert not passes_by_itself(ZeroDivisionError())


@pytest.mark.django_db
def test_a_statement_that_fails_in_nobodys_way_leaves_the_transaction_usable():
    with in_nobodys_way("a test"), connection.cursor() as cursor:
        cursor.execute("SELECT no_such_column")
    with connection.cursor() as cursor:
        assert cursor.execute("SELECT 1").fetchone() == (1,)
