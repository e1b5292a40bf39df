"""For the operator's commands: whether the site has been started once."""

from pathlib import Path

from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from sumendi_site.accounts.models import User


def need_a_started_site() -> None:
    """Raise `CommandError` where there are no tables yet; an SQLite database is not made."""
    if not (_has_a_database() and _has_tables()):
        raise CommandError("Start the site once with make run first.")


def _has_a_database() -> bool:
    return connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists()


def _has_tables() -> bool:
    try:
        return User._meta.db_table in connection.introspection.table_names()
    except DatabaseError as error:
        raise CommandError(f"The database cannot be used: {error}") from error
