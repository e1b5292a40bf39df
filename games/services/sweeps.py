"""What beat calls again and again: finds due deadlines, and what a lost task left behind."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Game, GameStatus

from .ending import adjudicate, flag

BATCH = 1000
PUSHED_BACK = timedelta(minutes=10)

logger = logging.getLogger(__name__)


def flag_overdue(now: datetime | None = None) -> int:
    """Flag the games whose deadline has passed, in the order in which the clocks ran out.
    Returns how many this call flagged."""
    moment = now or timezone.now()
    due = Game.objects.running().filter(deadline__lt=moment).order_by("deadline", "id")
    return _each(due, lambda game_id: flag(game_id, moment))


def adjudicate_waiting(older_than: timedelta = timedelta(seconds=5)) -> int:
    """Score the games whose task was lost. Returns how many this call scored."""
    last_ply = timezone.now() - older_than
    waiting = Game.objects.filter(status=GameStatus.SCORING, turn_started__lt=last_ply)
    return _each(waiting.order_by("id"), adjudicate)


def _each(games: QuerySet[Game], act: Callable[[int], bool]) -> int:
    """Act on each game in a transaction of its own: a bad row is logged and pushed back, and
    never stops the others."""
    now = timezone.now()
    ready = games.filter(Q(not_swept_before=None) | Q(not_swept_before__lte=now))
    done = 0
    for game_id in list(ready.values_list("pk", flat=True)[:BATCH]):
        try:
            done += act(game_id)
        except Exception:
            logger.exception("Game %d could not be swept", game_id)
            Game.objects.filter(pk=game_id).update(not_swept_before=now + PUSHED_BACK)
    return done
