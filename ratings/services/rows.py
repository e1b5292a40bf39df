"""Entries as rows of the ledger, and standings as columns of the accounts."""

import logging
from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from ratings.facts import GameFacts, Reason
from ratings.models import LedgerEntry
from ratings.numbers import START
from ratings.replay import Entry, Pool, Side, Standing
from sumendi_site.accounts.models import User

COLUMNS = {
    "rating": "rating",
    "games": "rated_games",
    "peak": "rating_peak",
    "variance": "rating_variance",
    "last_rated": "last_rated_at",
}
"""The account's column for each field of a standing. Nothing else writes them, but for the rating
of a house player before its first game."""

SIDE = tuple(field.name for field in fields(Side) if field.name != "peak_after")

LEDGER_COLUMNS = tuple(
    field.attname
    for field in LedgerEntry._meta.concrete_fields
    if field.attname not in ("id", "revision")
)
"""What a row tells of its game: the columns that its entry decides."""

AT_ONCE = 1000
"""So many rows are written in one go."""

logger = logging.getLogger(__name__)


def rate(pool: Pool, facts: GameFacts) -> Entry:
    """Rate the game. A fault of ours is logged and leaves it unrated: it never stops the games
    behind it."""
    try:
        return pool.rate(facts)
    except Exception:
        logger.exception("Game %d could not be rated", facts.game)
        return pool.unrated(facts, Reason.ERROR)


def columns_of(entry: Entry) -> dict[str, Any]:
    """What the row of an entry holds in each of the `LEDGER_COLUMNS`."""
    facts = entry.facts
    return {
        "sequence": facts.sequence,
        "game_id": facts.game,
        "finished": facts.finished,
        "size": facts.size,
        "half_points": facts.half_points,
        "rated": entry.rated,
        "reason": entry.reason.value if entry.reason else "",
        "timed_out_id": facts.timed_out,
        "ran_out": facts.ran_out,
        "first_id": facts.first.player,
        "second_id": facts.second.player,
        **{f"first_{name}": getattr(entry.first, name) for name in SIDE},
        **{f"second_{name}": getattr(entry.second, name) for name in SIDE},
    }


def row_of(entry: Entry, revision: int) -> LedgerEntry:
    return LedgerEntry(revision=revision, **columns_of(entry))


def insert_rows(entries: Iterable[Entry], revision: int) -> int:
    """Store a row for each entry, some at a time; how many they were. Ten thousand of them take
    most of two seconds as model objects and `bulk_create`, and a fraction of that as plain
    tuples."""
    names = ["revision", *LEDGER_COLUMNS]
    quote = connection.ops.quote_name
    table, columns = quote(LedgerEntry._meta.db_table), ", ".join(map(quote, names))
    places = ", ".join(["%s"] * len(names))
    statement = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608
    rows, count = (_row(entry, revision) for entry in entries), 0
    with connection.cursor() as cursor:
        while some := list(islice(rows, AT_ONCE)):
            cursor.executemany(statement, some)
            count += len(some)
    return count


def _row(entry: Entry, revision: int) -> list[Any]:
    columns = columns_of(entry)
    return _adapted([revision, *[columns[name] for name in LEDGER_COLUMNS]])


def _adapted(values: Iterable[Any]) -> list[Any]:
    """As the database wants them."""
    adapt = connection.ops.adapt_datetimefield_value
    return [adapt(value) if isinstance(value, datetime) else value for value in values]


def standing_of(user: User) -> Standing:
    """The standing that an account's columns tell."""
    return Standing(**{name: getattr(user, column) for name, column in COLUMNS.items()})


def starts() -> dict[int, int]:
    """With which rating those accounts begin that do not begin with the usual one."""
    unusual = User.objects.exclude(rating_start=START)
    return dict(unusual.values_list("pk", "rating_start"))


def lock_players(ids: Iterable[int]) -> list[User]:
    """The accounts, locked in the order of their ids until the transaction ends."""
    return _by_id(User.objects.select_for_update(no_key=True), ids)


def accounts(ids: Iterable[int]) -> list[User]:
    """The accounts in the order of their ids."""
    return _by_id(User.objects.all(), ids)


def _by_id(users: "QuerySet[User]", ids: Iterable[int]) -> list[User]:
    """Some at a time: databases limit how many values a statement may have."""
    rest, found = iter(sorted(ids)), list[User]()
    while some := list(islice(rest, AT_ONCE)):
        found += users.filter(pk__in=some).order_by("pk")
    return found


def store_standings(users: Iterable[User], pool: Pool) -> None:
    """Write what has changed of the standings to the accounts, which the caller has locked. A
    revision may change tens of thousands, for which `bulk_update` takes half a minute."""
    changed = [user for user in users if standing_of(user) != pool.standings[user.pk]]
    for user in changed:
        for name, column in COLUMNS.items():
            setattr(user, column, getattr(pool.standings[user.pk], name))
    quote, columns = connection.ops.quote_name, COLUMNS.values()
    table, new = quote(User._meta.db_table), ", ".join(f"{quote(name)} = %s" for name in columns)
    values = [_adapted(getattr(user, name) for name in (*columns, "pk")) for user in changed]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {new} WHERE id = %s", values)  # noqa: S608
