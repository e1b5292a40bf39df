"""Keeping the archive: what finished games have had on their boards."""

from games.models import ArchiveCursor, ArchivedPosition, ResultEvent
from games.services import following

from . import ratings
from .indexing import rows_of, texts_of

BATCH = 500


def follow(limit: int = BATCH) -> int:
    """Archive what has finished, was annulled or corrected since the last call, at most `limit`
    result events. Returns how many: none while another worker is at it, or while the ratings of the
    next game are not known yet. A game that cannot be replayed is left out, and
    `check_consistency` finds it."""
    return following.follow(ArchiveCursor, _next_event, archive, limit)


def _next_event(last: int) -> ResultEvent | None:
    event = ResultEvent.objects.filter(number=last + 1).select_related("game").first()
    return event if event and ratings.are_known(event.number) else None


def archive(event: ResultEvent) -> None:
    """Write the rows of a game anew, by its newest event as far as the archive has come. The
    caller holds the lock of the cursor."""
    game = event.game_id
    pair = ratings.ratings_before([game]).get(game, ratings.UNKNOWN)
    rows = rows_of(event, texts_of([game])[game], pair)
    ArchivedPosition.objects.filter(game=game).delete()
    ArchivedPosition.objects.bulk_create(rows)
