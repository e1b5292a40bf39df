"""All rated games in one compressed file, made anew every night."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import ArchiveExport, ExportPart, Game, GameStatus, Termination
from games.models.result_event import ResultKind, newest_kind

from .records import batches, with_ratings

LICENCE = "CC0-1.0"
LICENCE_URL = "https://creativecommons.org/publicdomain/zero/1.0/"
HELD = timedelta(minutes=5)
"""After so long without a new part, whoever made an export is taken to have died."""
PART = 512 * 1024
"""Bytes; a part is no smaller, but for the last one."""
KEPT = 2
"""Finished exports: the newest, and the one that somebody may still be reading."""
AS_GZIP = 16 + zlib.MAX_WBITS
LEVEL = 6


def make_export(now: datetime | None = None) -> bool:
    """Make the export of today, unless it is there or another worker is at it; False then. A
    worker that dies leaves nothing that anybody sees, and the next one begins anew."""
    moment = now or timezone.now()
    export = _claim(moment)
    if export is None:
        return False
    writing = _Writing(export, moment)
    writing.write(_head(moment))
    for batch in batches(rated_games()):
        text = "".join(f"{record}\n" for record in with_ratings(batch))
        if not writing.write(text, len(batch)):
            return False
    return writing.finish()


def rated_games() -> "QuerySet[Game]":
    """The finished games that were agreed to be rated and have not been annulled."""
    games = Game.objects.filter(status=GameStatus.FINISHED, rated=True)
    kinds = games.exclude(termination=Termination.CANCELLED).annotate(newest_kind=newest_kind())
    return kinds.exclude(newest_kind=ResultKind.ANNULLED)


def newest_export() -> ArchiveExport | None:
    return ArchiveExport.objects.filter(finished__isnull=False).order_by("-day").first()


def parts_of(export: ArchiveExport) -> Iterator[bytes]:
    """The file, a part at a time."""
    for number in range(export.part_count):
        yield bytes(export.parts.values_list("data", flat=True).get(number=number))


def _claim(now: datetime) -> ArchiveExport | None:
    """The export of today, empty and held; None when it is not to be made now."""
    export, is_new = ArchiveExport.objects.get_or_create(
        day=now.date(), defaults={"held_until": now + HELD}
    )
    if is_new:
        return export
    abandoned = ArchiveExport.objects.filter(pk=export.pk, finished=None, held_until__lt=now)
    with transaction.atomic():
        if not abandoned.update(held_until=now + HELD, holder=F("holder") + 1):
            return None
        export.parts.all().delete()
    export.refresh_from_db()
    return export


@dataclass
class _Writing:
    """An export that this worker makes: what is not yet a part, and what has been."""

    export: ArchiveExport
    now: datetime
    ready: bytearray = field(default_factory=bytearray)
    games: int = 0
    size: int = 0
    parts: int = 0
    packer: "zlib._Compress" = field(default_factory=lambda: zlib.compressobj(LEVEL, wbits=AS_GZIP))

    def write(self, text: str, games: int = 0) -> bool:
        """False when another worker has taken over."""
        self.ready += self.packer.compress(text.encode())
        self.games += games
        return len(self.ready) < PART or self._store()

    def finish(self) -> bool:
        self.ready += self.packer.flush()
        if not self._store():
            return False
        with transaction.atomic():
            done = self._mine().update(
                finished=timezone.now(), games=self.games, size=self.size, part_count=self.parts
            )
            kept = ArchiveExport.objects.filter(finished__isnull=False).order_by("-day")[:KEPT]
            older = Q(day__lt=self.export.day) & ~Q(pk__in=[one.pk for one in kept])
            ArchiveExport.objects.filter(older).delete()
        return bool(done)

    def _mine(self) -> "QuerySet[ArchiveExport]":
        return ArchiveExport.objects.filter(pk=self.export.pk, holder=self.export.holder)

    @transaction.atomic
    def _store(self) -> bool:
        if not self._mine().update(held_until=timezone.now() + HELD):
            return False
        ExportPart.objects.create(export=self.export, number=self.parts, data=bytes(self.ready))
        self.parts += 1
        self.size += len(self.ready)
        self.ready.clear()
        return True


def _head(now: datetime) -> str:
    return (
        "{ All rated games of this site, "
        f"as of {now:%d %B %Y, %H:%M} UTC. Licence: CC0 1.0, public domain, {LICENCE_URL}\n"
        "Each game is a record: tags in brackets, an empty line, the moves, an empty line.\n"
        "FirstRating and SecondRating are the ratings before the game. }\n\n"
    )
