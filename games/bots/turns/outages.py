"""Faults of ours: the turn is tried again later, nobody loses by them, and the operators are told
once an outage."""

import logging
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.bot_notices import tell_outage
from games.models import BotRun, BotTurn, RunFault

from . import queue
from .judging import new_run, spoiled

BACK_OFF = tuple(timedelta(seconds=seconds) for seconds in (5, 15, 60, 300))
QUIET = timedelta(minutes=15)
"""After so long without another fault, the next one is another outage."""

logger = logging.getLogger(__name__)


def put_off(turn: BotTurn, why: str, run: BotRun | None = None) -> None:
    """Give the turn back, to be tried again; each time later than before. `run` is what was seen of
    the run, if it came so far."""
    run = spoiled(run or new_run(turn), RunFault.INFRASTRUCTURE, why)
    now = timezone.now()
    with transaction.atomic():
        if not queue.give_back(turn, now + BACK_OFF[min(turn.outages, len(BACK_OFF) - 1)]):
            return
        faults = BotRun.objects.filter(fault=RunFault.INFRASTRUCTURE, started__gt=now - QUIET)
        is_first = not faults.exists()
        run.started = now  # the end of it, so that a long run counts for the outage
        run.save()
    logger.log(
        logging.ERROR if is_first else logging.WARNING,
        "%s could not be played: %s",
        turn,
        run.detail,
    )
    if is_first:
        tell_outage(str(run.pk), run.detail)
