"""Is the ledger what its result events lead to? All games are rated again, and compared as they
come: neither the games nor the rows are ever held in memory together."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import transaction

from ratings.facts import Reason
from ratings.models import LONGEST_REASON, Cursor, LedgerEntry
from ratings.numbers import points
from ratings.replay import Entry, Pool, Standing
from sumendi_site.accounts.models import User
from sumendi_site.snapshot import snapshot

from . import listings
from .facts import facts_from
from .revising import write_revision
from .rows import LEDGER_COLUMNS, columns_of, rate, standing_of, starts


@dataclass(frozen=True)
class Fault:
    """A place of the ledger at which it is wrong, and the first of the entries that should stand
    there or behind; none when nothing should."""

    place: int
    problem: str
    entry: Entry | None


def contradictions() -> Iterator[str]:
    """A sentence for each row and each account that is not what the result events lead to, as
    far as the ledger has followed them; none when all is well. All is read as of one instant, so
    workers may go on meanwhile. The leaderboards are counted from the ledger, so they are looked
    at when that is right."""
    with snapshot():
        is_wrong = False
        for problem in _of_the_ledger():
            is_wrong = True
            yield problem
        if not is_wrong:
            yield from listings.contradictions()


def _of_the_ledger() -> Iterator[str]:
    pool = Pool(starts=starts())
    for fault in _faults(rebuild(pool)):
        yield f"Ledger, place {fault.place}: {fault.problem}"
    for user in User.objects.order_by("pk").iterator():
        if standing_of(user) != _standing(user, pool):
            yield f"Account {user.username}: the rating is not what the games lead to."


def _standing(user: User, pool: Pool) -> Standing:
    """What the account should tell, once all games have been rated into `pool`."""
    return pool.standings.get(user.pk) or Standing(user.rating_start)


def rebuild(pool: Pool) -> Iterator[Entry]:
    """Rate all games that the ledger has followed into `pool`, one for each step."""
    last = Cursor.objects.values_list("last", flat=True).first() or 0
    return (rate(pool, facts) for facts in facts_from(1, last))


@transaction.atomic
def mend(why: str) -> int:
    """Append a revision from the first wrong row on, and set all accounts right. Returns how
    many games were rated anew. Where all rows are right and accounts alone were wrong, no row
    shows what has changed: the revision names them behind `why`."""
    cursor, _ = Cursor.objects.select_for_update().get_or_create(pk=1)
    ratings = User.objects.values_list("pk", "rating_start")
    pool = Pool(standings={pk: Standing(start) for pk, start in ratings})
    entries = rebuild(pool)
    fault = next(_faults(entries), None)
    start = fault.place if fault else cursor.last + 1
    if fault is None:
        why = _with_accounts(why, pool)
    later = chain([fault.entry] if fault and fault.entry else [], entries)
    return write_revision(start, later, pool, None, why)


def _with_accounts(why: str, pool: Pool) -> str:
    """The reason, and which accounts are not as `pool` says, as many as there is room for."""
    wrong = [
        _set_right(user, standing.rating)
        for user in User.objects.order_by("pk").iterator()
        if standing_of(user) != (standing := _standing(user, pool))
    ]
    if not wrong:
        return why
    for named in range(min(len(wrong), LONGEST_REASON), -1, -1):
        more = [f"{len(wrong) - named} more"] if named < len(wrong) else []
        text = f"{why} (accounts set right: {', '.join([*wrong[:named], *more])})"
        if len(text) <= LONGEST_REASON:
            return text
    return why


def _set_right(user: User, rating: int) -> str:
    """The name, and the rating before and after where that was wrong."""
    if user.rating == rating:
        return user.username
    return f"{user} {user.rating_points} → {points(rating)}"


def unrated_by_a_fault() -> Iterator[int]:
    """The games that stand in the ledger as not rated because of a fault of ours: no contradiction
    while the fault is there, for rating them again fails as well."""
    rows = LedgerEntry.objects.current().filter(reason=Reason.ERROR).order_by("sequence")
    yield from rows.values_list("game", flat=True).iterator()


def _faults(entries: Iterator[Entry]) -> Iterator[Fault]:
    """Where the current rows differ from the entries, in order, and how."""
    current = LedgerEntry.objects.current_by_ranges().order_by("sequence")
    rows = current.values(*LEDGER_COLUMNS).iterator(chunk_size=2000)
    row = next(rows, None)
    for entry in entries:
        place = entry.facts.sequence
        while row and row["sequence"] < place:
            yield Fault(row["sequence"], "no game finished there.", entry)
            row = next(rows, None)
        if row is None or row["sequence"] > place:
            yield Fault(place, "the row of the game is missing.", entry)
            continue
        if wrong := _wrong_columns(row, entry):
            problem = f"not what the result events say: {', '.join(wrong)}."
            yield Fault(place, problem, entry)
        row = next(rows, None)
    while row:
        yield Fault(row["sequence"], "no game finished there.", None)
        row = next(rows, None)


def _wrong_columns(row: dict[str, Any], entry: Entry) -> list[str]:
    expected = columns_of(entry)
    return [] if row == expected else [name for name in row if row[name] != expected[name]]
