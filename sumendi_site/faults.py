"""Faults that must stop nothing else, and those of the database that pass by themselves."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_LOCKED

from django.db import InterfaceError, OperationalError, transaction

PASSING_SQLITE = (SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CANTOPEN)
PASSING_SQLSTATES = ("08", "40", "53", "55P03", "57P")
"""Classes and codes of PostgreSQL (its manual, appendix A): the connection, a transaction that
another one has rolled back, too few resources, a lock that is not free, a server that stops."""

logger = logging.getLogger(__name__)


def passes_by_itself(error: BaseException) -> bool:
    """Whether the database was locked, overtaxed or away, so that the same may well succeed when
    it is tried again. What a database without an answer says has no code."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in PASSING_SQLITE
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(PASSING_SQLSTATES)


@contextmanager
def in_nobodys_way(what: str) -> Iterator[None]:
    """Do this in a savepoint; a fault in it is logged and goes no further, but for those of the
    database after which the whole transaction is tried again."""
    try:
        with transaction.atomic():
            yield
    except Exception as error:
        if passes_by_itself(error):
            raise
        logger.exception("A fault in %s", what)
