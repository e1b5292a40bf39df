"""Is the archive what the games lead to? Games are compared some at a time, so that neither they
nor their rows are ever held in memory together."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.models import ArchiveCursor, ArchivedPosition, ResultEvent
from games.rules import MoveError
from sumendi_site.snapshot import snapshot

from . import ratings
from .following import archive
from .indexing import COLUMNS, rows_of, texts_of

BATCH = 100
"""Games that are in memory at once."""


def contradictions() -> Iterator[str]:
    """A sentence for each game whose archived positions are not what its plies and its newest
    result event lead to, as far as the archive has followed. All is read as of one instant."""
    with snapshot():
        for game in _wrong_games():
            yield f"Game {game}: its archived positions are not what its plies lead to."


def rebuild() -> int:
    """Write the rows anew of all games whose rows are not right; nothing is missing meanwhile.
    Returns of how many games."""
    return sum(_write_anew(game) for game in _wrong_games())


@transaction.atomic
def _write_anew(game: int) -> bool:
    """By the newest event that the archive has come to: a worker may go on meanwhile."""
    cursor, _ = ArchiveCursor.objects.select_for_update().get_or_create(pk=1)
    event = _newest_events(cursor.last).filter(game=game).first()
    if event is None:
        ArchivedPosition.objects.filter(game=game).delete()
    else:
        archive(event)
    return True


def _wrong_games() -> Iterator[int]:
    come_to = ArchiveCursor.objects.values_list("last", flat=True).first() or 0
    events, last = _newest_events(come_to), 0
    while batch := list(events.filter(game__gt=last).order_by("game")[:BATCH]):
        last = batch[-1].game_id
        yield from _wrong_of(batch)
    known = ResultEvent.objects.filter(number__lte=come_to).values("game")
    strays = ArchivedPosition.objects.exclude(game__in=known).order_by("game")
    yield from strays.values_list("game", flat=True).distinct()


def _newest_events(last: int) -> "QuerySet[ResultEvent]":
    """The newest event of each game, of those up to the number `last`."""
    later = ResultEvent.objects.filter(
        game=OuterRef("game"), number__gt=OuterRef("number"), number__lte=last
    )
    return ResultEvent.objects.filter(~Exists(later), number__lte=last).select_related("game")


def _wrong_of(events: Sequence[ResultEvent]) -> Iterator[int]:
    games = [event.game_id for event in events]
    texts, pairs = texts_of(games), ratings.ratings_before(games)
    stored: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    rows = ArchivedPosition.objects.filter(game__in=games).order_by("game", "ply")
    for row in rows.values_list(*COLUMNS).iterator():
        stored[row[0]].append(row)
    for event in events:
        game = event.game_id
        try:
            right = rows_of(event, texts[game], pairs.get(game, ratings.UNKNOWN))
        except MoveError:
            continue  # a contradiction of the game's own
        if stored[game] != [tuple(getattr(row, name) for name in COLUMNS) for row in right]:
            yield game
