"""Making analyses: a worker claims one for a while, searches some of its positions, and gives it
back. Every figure is stored as soon as it is known, so a worker that dies loses one search."""

import logging
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import UNFINISHED, Analysis, AnalysisState
from sumendi_site.live.publish import game_topic, publish
from sumendi_site.queue import wake

from .asking import WORK
from .job import Job, count_positions
from .looking import Engine

CHUNK = 2.0
"""Seconds of searching after which the turns of house bots may come in between."""
LEASE = timedelta(seconds=60)
"""Longer than a chunk can take on a busy machine."""
BACK_OFF = tuple(timedelta(seconds=seconds) for seconds in (5, 60))
"""After the first faults; one more, and the analysis has failed."""
TRIES = 5
EVENT = "analysis"
TOKEN_LASTS = 10.0
"""Seconds; beat sends another message then."""

logger = logging.getLogger(__name__)


class LeaseLost(Exception):
    """Another worker may have taken the analysis."""


def work(engine: Engine) -> bool:
    """Search for some seconds for the analysis that waits the longest. Returns whether there is
    more to do, of this one or of another one."""
    analysis = _claim(timezone.now())
    if analysis is None:
        return False
    try:
        _work_on(analysis, engine)
    except LeaseLost:
        logger.info("%s is not this worker's any more", analysis)
    except Exception:
        logger.exception("%s could not go on", analysis)
        _put_off(analysis, timezone.now())
    return _ready(timezone.now()).exists()


def sweep() -> None:
    """Take analyses from workers that are gone, and wake one for what nobody is at."""
    now = timezone.now()
    for analysis in _unfinished().filter(lease_until__lt=now):
        logger.warning("The worker that had %s is gone", analysis)
        _put_off(analysis, now)
    if _ready(now).exists():
        wake(WORK, expires=TOKEN_LASTS)


def _unfinished() -> "QuerySet[Analysis]":
    return Analysis.objects.filter(state__in=UNFINISHED)


def _ready(now: datetime) -> "QuerySet[Analysis]":
    """Those that somebody could claim."""
    return _unfinished().filter(lease=None, not_before__lte=now)


def _claim(now: datetime) -> Analysis | None:
    """The oldest that nobody else has, with a lease on it."""
    for pk in _ready(now).order_by("asked", "pk").values_list("pk", flat=True)[:TRIES]:
        lease = uuid.uuid4()
        claimed = _ready(now).filter(pk=pk)
        if claimed.update(
            state=AnalysisState.RUNNING,
            lease=lease,
            lease_until=now + LEASE,
            started=Coalesce("started", now),
            engine=settings.VERSION,
        ):
            return Analysis.objects.select_related("game").get(pk=pk, lease=lease)
    return None


def _work_on(analysis: Analysis, engine: Engine) -> None:
    job = Job.of(analysis, engine)
    until = time.monotonic() + CHUNK
    while _search_once(analysis, job):
        if time.monotonic() >= until:
            _give_back(analysis, AnalysisState.RUNNING, faults=0)
            return
    _give_back(analysis, AnalysisState.DONE, finished=timezone.now())


def _search_once(analysis: Analysis, job: Job) -> bool:
    """False when there is nothing left to search."""
    found = job.step()
    if found is None:
        return False
    with _held(analysis):
        found.save()
    return True


def _mine(analysis: Analysis) -> "QuerySet[Analysis]":
    """The row while the lease holds; nobody else writes it meanwhile."""
    return _unfinished().filter(pk=analysis.pk, lease=analysis.lease)


@contextmanager
def _held(analysis: Analysis) -> Iterator[None]:
    """What is stored within is stored while the lease holds, which is renewed. Raises LeaseLost,
    and then nothing is."""
    with transaction.atomic():
        if not _mine(analysis).update(lease_until=timezone.now() + LEASE):
            raise LeaseLost
        yield


@transaction.atomic
def _give_back(analysis: Analysis, state: AnalysisState, **columns: Any) -> None:
    """Let go of it, and tell open pages. Raises LeaseLost."""
    if not _mine(analysis).update(lease=None, lease_until=None, state=state, **columns):
        raise LeaseLost
    far = {
        "done": analysis.positions.count(),
        "positions": count_positions(analysis.game.ply_count),
    }
    publish(game_topic(analysis.game_id), EVENT, {"state": state, **far})


def _put_off(analysis: Analysis, now: datetime) -> None:
    """A fault of ours: it is tried again later, some times."""
    with suppress(LeaseLost):
        if analysis.faults == len(BACK_OFF):
            _give_back(analysis, AnalysisState.FAILED, finished=now)
        else:
            later = now + BACK_OFF[analysis.faults]
            faults = analysis.faults + 1
            _give_back(analysis, AnalysisState.RUNNING, not_before=later, faults=faults)
