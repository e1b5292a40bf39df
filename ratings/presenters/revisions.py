"""Revisions of the ledger, and what each made of the games that it rated again."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ratings.models import LedgerEntry, LedgerQuerySet, Revision
from sumendi_site.accounts.models import User

from .entries import Line, line_of

BEHIND_IT = ("event__by", "event__black", "event__white")
WHAT_PLAYERS_SEE = ("reason", "first_change", "first_after", "second_change", "second_after")


@dataclass(frozen=True)
class Comparison:
    """A player's part of a game, before a revision and after it."""

    player: User
    before: Line
    after: Line


@dataclass(frozen=True)
class RatedAgain:
    """A game that a revision rated again; the reasons say why it was or is not rated."""

    entry: LedgerEntry
    reason_before: str
    reason: str
    players: list[Comparison]


def revisions() -> "QuerySet[Revision]":
    """All of them, the newest first, with who is behind each and how many `games` it rated
    again."""
    again = _again().filter(revision=OuterRef("number"), sequence__gte=OuterRef("start"))
    count = again.order_by().values("revision").annotate(count=Count("pk")).values("count")
    known: QuerySet[Revision] = Revision.objects.select_related(*BEHIND_IT)
    return known.annotate(games=Coalesce(Subquery(count), 0)).order_by("-number")


def rated_again(revision: Revision) -> LedgerQuerySet:
    """The rows of a revision that took the place of others: games that finished later have rows
    of the same revision, too."""
    rows: LedgerQuerySet = _again().filter(revision=revision.pk, sequence__gte=revision.start)
    return rows


def that_changed(rows: LedgerQuerySet) -> LedgerQuerySet:
    """Those of these rows that say anything else than the rows which they replaced."""
    same = {name: OuterRef(name) for name in WHAT_PLAYERS_SEE}
    replaced = Subquery(_earlier().order_by("-revision").values("pk")[:1])
    unchanged = LedgerEntry.objects.filter(pk=OuterRef("replaced"), **same)
    changed: LedgerQuerySet = rows.annotate(replaced=replaced).filter(~Exists(unchanged))
    return changed


def compared(rows: Iterable[LedgerEntry]) -> list[RatedAgain]:
    """These rows of one revision beside those that they replaced, in one query more."""
    after = list(rows)
    places = [row.sequence for row in after]
    number = after[0].revision if after else 0
    earlier = LedgerEntry.objects.filter(sequence__in=places, revision__lt=number)
    before = {row.sequence: row for row in earlier.order_by("revision")}
    return [_compared(before[row.sequence], row) for row in after]


def _compared(before: LedgerEntry, after: LedgerEntry) -> RatedAgain:
    lines = [
        Comparison(player, line_of(before, player.pk), line_of(after, player.pk))
        for player in (after.first, after.second)
    ]
    return RatedAgain(after, lines[0].before.reason, lines[0].after.reason, lines)


def _again() -> LedgerQuerySet:
    rows: LedgerQuerySet = LedgerEntry.objects.filter(Exists(_earlier()))
    return rows


def _earlier() -> LedgerQuerySet:
    rows: LedgerQuerySet = LedgerEntry.objects.filter(
        sequence=OuterRef("sequence"), revision__lt=OuterRef("revision")
    )
    return rows
