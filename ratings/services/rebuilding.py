"""Is the ledger what its result events lead to? All games are rated again, in memory."""

from collections.abc import Iterator

from django.db import transaction

from ratings.models import Cursor, LedgerEntry
from ratings.replay import Entry, Pool, Standing
from sumendi_site.accounts.models import User

from . import listings
from .facts import facts_from
from .revising import write_revision
from .rows import columns_of, rate, standing_of


def contradictions() -> Iterator[str]:
    """A sentence for each row and each account that is not what the result events lead to, as
    far as the ledger has followed them; none when all is well. The leaderboards are counted from
    the ledger, so they are looked at when that is right."""
    is_wrong = False
    for problem in _of_the_ledger():
        is_wrong = True
        yield problem
    if not is_wrong:
        yield from listings.contradictions()


def _of_the_ledger() -> Iterator[str]:
    pool, entries = rebuild()
    for place, problem in _wrong_rows(entries):
        yield f"Ledger, place {place}: {problem}"
    for user in User.objects.order_by("pk").iterator():
        if standing_of(user) != pool.standings.get(user.pk, Standing()):
            yield f"Account {user.username}: the rating is not what the games lead to."


def rebuild() -> tuple[Pool, list[Entry]]:
    """The pool and the entries after all result events that the ledger has followed."""
    last = Cursor.objects.values_list("last", flat=True).first() or 0
    pool = Pool()
    return pool, [rate(pool, facts) for facts in facts_from(1, last)]


@transaction.atomic
def mend(why: str) -> int:
    """Append a revision from the first wrong row on, and set all accounts right. Returns how
    many games were rated anew."""
    Cursor.objects.select_for_update().get_or_create(pk=1)
    pool, entries = rebuild()
    for user in User.objects.exclude(pk__in=pool.standings):
        pool.standings[user.pk] = Standing()
    start = next((place for place, _ in _wrong_rows(entries)), None)
    if start is None:
        start = Cursor.objects.get().last + 1
    later = [entry for entry in entries if entry.facts.sequence >= start]
    write_revision(start, later, pool, None, why)
    return len(later)


def _wrong_rows(entries: list[Entry]) -> Iterator[tuple[int, str]]:
    """The places at which the current rows differ from the entries, in order, and how."""
    rows = {entry.facts.sequence: entry for entry in entries}
    current = LedgerEntry.objects.current().order_by("sequence")
    found: list[tuple[int, str]] = []
    for row in current.iterator(chunk_size=2000):
        entry = rows.pop(row.sequence, None)
        if entry is None:
            found.append((row.sequence, "no game finished there."))
            continue
        expected = columns_of(entry)
        wrong = [name for name in expected if getattr(row, name) != expected[name]]
        if wrong:
            found.append((row.sequence, f"not what the result events say: {', '.join(wrong)}."))
    found += [(place, "the row of the game is missing.") for place in rows]
    yield from sorted(found)
