"""What beat calls again and again: finds due deadlines, and what a lost task left behind."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Game, GameStatus, Offer
from games.models.game import GameQuerySet
from games.models.offer import OfferStatus

from .downtime import beat
from .finishing import adjudicate, flag
from .offers import expire
from .vacations import begin_due

BATCH = 1000
PUSHED_BACK = timedelta(minutes=10)

logger = logging.getLogger(__name__)


def keep_time() -> int:
    """What is done while the site is known to answer its users: give back the time for which it
    did not, begin vacations, and only then flag. Returns how many games this call flagged."""
    now = timezone.now()
    beat(now)
    begin_due(now)
    return flag_overdue(now)


def flag_overdue(now: datetime | None = None) -> int:
    """Flag the games whose deadline has passed, in the order in which the clocks ran out.
    Returns how many this call flagged."""
    moment = now or timezone.now()
    due = _ready().running().filter(deadline__lt=moment).order_by("deadline", "id")
    games = {game.pk: game for game in due.with_readers()[:BATCH]}
    return _each(games, lambda pk: flag(games[pk], moment), push_back)


def adjudicate_waiting(older_than: timedelta = timedelta(seconds=5)) -> int:
    """Score the games whose task was lost. Returns how many this call scored."""
    last_ply = timezone.now() - older_than
    waiting = _ready().filter(status=GameStatus.SCORING, turn_started__lt=last_ply)
    return _each(_ids(waiting.order_by("id")), adjudicate, push_back)


def expire_offers(now: datetime | None = None) -> int:
    """Close the offers that nobody has accepted in time. Returns how many this call closed."""
    moment = now or timezone.now()
    due = Offer.objects.filter(status=OfferStatus.OPEN, expires__lte=moment)
    return _each(_ids(due.order_by("expires", "id")), lambda pk: expire(pk, moment))


def push_back(game_id: int) -> None:
    """Leave a game that a sweep failed on alone for a while."""
    later = timezone.now() + PUSHED_BACK
    Game.objects.filter(pk=game_id).update(not_swept_before=later)


def _ready() -> GameQuerySet:
    """The games that were not pushed back."""
    now = timezone.now()
    return Game.objects.filter(Q(not_swept_before=None) | Q(not_swept_before__lte=now))


def _ids(rows: "QuerySet[Game] | QuerySet[Offer]") -> list[int]:
    return list(rows.values_list("pk", flat=True)[:BATCH])


def _each(
    ids: Iterable[int],
    act: Callable[[int], bool],
    push_back: Callable[[int], None] | None = None,
) -> int:
    """Act on each row in a transaction of its own: a bad row is logged and pushed back, and
    never stops the others."""
    done = 0
    for pk in ids:
        try:
            done += act(pk)
        except Exception:
            logger.exception("Row %d could not be swept", pk)
            if push_back is not None:
                push_back(pk)
    return done
