"""Keeping the archive: result events are taken one by one, in the order of their numbers."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError, transaction

from games.models import ArchiveCursor, ArchivedPosition, ResultEvent

from . import ratings
from .indexing import rows_of, texts_of

BATCH = 500

logger = logging.getLogger(__name__)


def follow(limit: int = BATCH) -> int:
    """Archive what has finished, was annulled or corrected since the last call, at most `limit`
    result events, each in a transaction of its own. Returns how many this call has dealt with:
    none while another worker is at it, who looks for more after each one, and none while the
    ratings of the next game are not known yet."""
    done = 0
    while done < limit and (event := _next_event()) and _deal_with(event):
        done += 1
    return done


def _next_event() -> ResultEvent | None:
    """Looked for before anything is locked, for mostly there is nothing to do."""
    cursor, _ = ArchiveCursor.objects.get_or_create(pk=1)
    event = ResultEvent.objects.filter(number=cursor.last + 1).select_related("game").first()
    return event if event and ratings.are_known(event.number) else None


def _deal_with(event: ResultEvent) -> bool:
    """False when another worker has taken it. A game that cannot be replayed is left out: it
    never stops those behind it, and `check_consistency` finds it."""
    try:
        return _take(event, archive)
    except (OperationalError, InterfaceError):
        raise  # the sweep tries again
    except Exception:
        logger.exception("Result event %d could not be archived", event.number)
    return _take(event, lambda event: None)


@transaction.atomic
def _take(event: ResultEvent, act: Callable[[ResultEvent], None]) -> bool:
    behind = ArchiveCursor.objects.filter(pk=1, last=event.number - 1)
    if not behind.select_for_update(skip_locked=True):
        return False
    act(event)
    behind.update(last=event.number)
    return True


def archive(event: ResultEvent) -> None:
    """Write the rows of a game anew, by its newest event as far as the archive has come. The
    caller holds the lock of the cursor."""
    game = event.game_id
    pair = ratings.ratings_before([game]).get(game, ratings.UNKNOWN)
    rows = rows_of(event, texts_of([game])[game], pair)
    ArchivedPosition.objects.filter(game=game).delete()
    ArchivedPosition.objects.bulk_create(rows)
