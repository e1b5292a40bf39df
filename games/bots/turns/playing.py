"""One turn, from the claim to the stored move."""

import logging

from django.utils import timezone

from games.bots.sandbox import Kind, Limits
from games.models import BotTurn, RunFault

from . import queue, settling
from .asking import Clock, limits_of, program_of, question_of
from .judging import Judged, judge, spoiled
from .outages import put_off
from .settling import LeaseLost

logger = logging.getLogger(__name__)


def play_next(kind: Kind) -> bool:
    """Play one waiting turn, whosesoever, in this kind of sandbox. False when there is none. The
    owner's next turn may have waited for this one to end: then a worker is woken for it."""
    turn = queue.claim(timezone.now())
    if turn is None:
        return False
    try:
        _play(turn, kind)
    except LeaseLost:
        logger.info("%s is not this worker's any more", turn)
        settling.let_go(turn)
    except Exception as error:
        logger.exception("%s could not be played", turn)
        put_off(turn, f"A fault of the site: {type(error).__name__}.")
    if queue.waits_for_slot(turn.owner_id, timezone.now()):
        queue.wake_worker()
    return True


def _play(turn: BotTurn, kind: Kind) -> None:
    clock = settling.begin(turn)
    while clock is not None:
        if clock.has_run_out(timezone.now()):
            settling.lose_on_time(turn, clock)
            return
        limits = limits_of(turn, clock.left(timezone.now()))
        judged = _asked(turn, kind, limits)
        if not _settled(turn, judged, clock):
            return


def _asked(turn: BotTurn, kind: Kind, limits: Limits) -> Judged:
    question = question_of(turn, limits)
    started = timezone.now()
    outcome = kind.run(program_of(turn), question.line(), limits)
    judged = judge(turn, outcome)
    judged.run.started = started
    return judged


def _settled(turn: BotTurn, judged: Judged, clock: Clock) -> bool:
    """Store what came of a run; True when the program is to be asked again."""
    run, answer = judged.run, judged.answer
    if answer is not None:
        refusal = settling.store_move(turn, run, answer)
        if not refusal:
            return False
        spoiled(run, RunFault.ILLEGAL_MOVE, refusal)
    has_run_out = clock.has_run_out(timezone.now())
    if run.fault == RunFault.INFRASTRUCTURE and not (turn.tries and has_run_out):
        put_off(turn, run.detail, run)
        return False
    if run.fault in (RunFault.TIMEOUT, RunFault.INFRASTRUCTURE) and has_run_out:
        settling.lose_on_time(turn, clock, run)
        return False
    return settling.store_fault(turn, run)
