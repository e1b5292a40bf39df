"""What beat calls again and again: finds what lost messages and killed workers left behind, and
forgets what nobody needs any more."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.bots import sandbox
from games.models import (
    OPEN,
    BotRun,
    BotTurn,
    BotVersion,
    BoutStatus,
    GameStatus,
    TurnState,
    VersionState,
)
from games.services import versions
from games.services.hosted import call_again_or_let_run
from games.services.one_by_one import each, push_back, ready
from sumendi_site.accounts.models import User

from . import queue
from .outages import put_off
from .settling import versions_to_settle

BATCH = 200
MOST_TOKENS = 8
LOGS_KEPT = timedelta(days=30)
TURNS_KEPT = timedelta(days=90)
GONE = "The worker that had the turn is gone."


def sweep() -> None:
    """Everything of it; each part finds its own, so it does not matter where a sweep is killed."""
    now = timezone.now()
    sandbox.sweep()
    recover(now)
    settle_checks()
    call_again()
    wake_workers(now)


def recover(now: datetime) -> int:
    """Give back the turns whose workers are gone. Returns how many there were."""
    lost = BotTurn.objects.filter(state=TurnState.RUNNING, lease_until__lt=now)
    turns = list(lost.order_by("lease_until")[:BATCH])
    for turn in turns:
        put_off(turn, GONE)
    return len(turns)


def settle_checks() -> int:
    """Say of the versions whose check is over what came of it. Returns of how many."""
    over = {version.pk: version for version in versions_to_settle()[:BATCH]}
    return each(over, lambda pk: _settle(over[pk]))


def _settle(version: BotVersion) -> bool:
    versions.check_ended(version)
    return True


def call_again() -> int:
    """Mend the games that wait for a program which nobody asks: because its turn was dropped, or
    because its bot plays on again. Returns how many there were."""
    games = ready().running().filter(to_move__kind=User.Kind.BOT)
    is_asked = Exists(BotTurn.objects.filter(game=OuterRef("pk"), state__in=OPEN))
    plays = BotVersion.objects.filter(
        bot=OuterRef("to_move"), bot__paused=None, state=VersionState.READY
    )
    closed = Q(to_move__is_active=False) | Q(to_move__owner__is_active=False)
    unasked = games.filter(~is_asked).filter(Q(deadline=None) | (Exists(plays) & ~closed))
    ids = list(unasked.order_by("turn_started").values_list("pk", flat=True)[:BATCH])
    return each(ids, call_again_or_let_run, push_back)


def wake_workers(now: datetime) -> int:
    """Send messages for turns that wait, some at a time: each worker that plays one wakes another.
    Returns how many were sent."""
    waiting = BotTurn.objects.filter(state=TurnState.WAITING, not_before__lte=now)
    tokens = min(MOST_TOKENS, waiting.count()) if queue.waits(now) else 0
    for _ in range(tokens):
        queue.wake_worker()
    return tokens


def forget(now: datetime) -> None:
    """Empty old logs, memories that no question needs and packages that were refused, and delete
    old turns of bouts and those that were dropped."""
    versions.forget_refused(now - LOGS_KEPT)
    logs = BotRun.objects.filter(started__lt=now - LOGS_KEPT).exclude(log="")
    logs.update(log="")
    closed = BotTurn.objects.filter(finished__lt=now - LOGS_KEPT).exclude(memory="")
    running = Q(game__status=GameStatus.RUNNING) | Q(bout__status=BoutStatus.RUNNING)
    closed.exclude(running).update(memory="")
    old = BotTurn.objects.filter(finished__lt=now - TURNS_KEPT)
    old.filter(Q(bout__isnull=False) | Q(state=TurnState.DROPPED)).delete()
