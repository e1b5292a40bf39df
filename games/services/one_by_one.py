"""Acting on many rows of which one may be bad."""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from games.models import Game
from games.models.game import GameQuerySet

PUSHED_BACK = timedelta(minutes=10)

logger = logging.getLogger(__name__)


def each(
    ids: Iterable[int],
    act: Callable[[int], bool],
    push_back: Callable[[int], None] | None = None,
) -> int:
    """Act on each row in a transaction of its own: a bad row is logged and pushed back, and
    never stops the others. Returns for how many `act` was true."""
    done = 0
    for pk in ids:
        try:
            done += act(pk)
        except Exception:
            logger.exception("Row %d could not be swept", pk)
            if push_back is not None:
                push_back(pk)
    return done


def push_back(game_id: int) -> None:
    """Leave a game that a sweep failed on alone for a while."""
    later = timezone.now() + PUSHED_BACK
    Game.objects.filter(pk=game_id).update(not_swept_before=later)


def ready() -> GameQuerySet:
    """The games that were not pushed back."""
    now = timezone.now()
    return Game.objects.filter(Q(not_swept_before=None) | Q(not_swept_before__lte=now))
