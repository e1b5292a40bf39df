"""Reading a database that others write to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read within is read as of one instant, and no writer waits for it. For reading
    alone. In a transaction that runs already it changes nothing: that one has rules of its own.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with _without_the_write_lock(), transaction.atomic():
            yield


@contextmanager
def _without_the_write_lock() -> Iterator[None]:
    """Let SQLite begin a transaction as a reader, who sees one instant in its write-ahead log."""
    connection.ensure_connection()
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
