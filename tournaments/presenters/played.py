"""The events that somebody has played in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sumendi_site.accounts.models import User
from tournaments.models import Entry, Tournament
from tournaments.models.entry import EntryQuerySet
from tournaments.services import tables
from tournaments.services.tables import Place


@dataclass(frozen=True)
class Played:
    """An entry in an event that has begun, and where it stands among `of` players."""

    entry: Entry
    place: Place
    of: int

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament


def entries_of(player: User) -> EntryQuerySet:
    """In events that have begun and that everybody finds, the newest first."""
    listed = Tournament.objects.listed().filter(started__isnull=False)
    theirs = Entry.objects.filter(player=player, tournament__in=listed).exclude(number=None)
    return theirs.select_related("tournament").order_by("-tournament__started", "-pk")


def played(entries: Iterable[Entry]) -> list[Played]:
    """The caller has joined the tournaments."""
    listed = list(entries)
    places = tables.places(entry.tournament for entry in listed)
    return [_played(entry, places[entry.tournament_id]) for entry in listed]


def _played(entry: Entry, places: Mapping[int, Place]) -> Played:
    return Played(entry, places[entry.pk], len(places))
