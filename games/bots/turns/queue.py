"""Who is served next, and who has a turn: claims, leases, and giving a turn back.

A claim is one conditional UPDATE. The slots, which the database keeps apart, see to it that no
owner has more turns running than allowed, whoever claims at the same time.
"""

import uuid
from collections import defaultdict
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.models import BotRun, BotTurn, TurnRank, TurnState

RECENT = timedelta(minutes=1)
"""How far back the time counts that an owner's programs have had."""
SLACK = timedelta(seconds=20)
"""How much longer than its program's time a worker has a turn: to start it, and to store what came
of it on a busy database."""
TRIES = 5


def claim(now: datetime) -> BotTurn | None:
    """A turn that nobody else has, with a lease on it: of the owners who wait and have a free slot,
    that of the one whose programs have run the shortest in the last minute; then against people
    first, then the oldest. None when there is nothing to play."""
    for _ in range(TRIES):
        running = _slots_taken()
        turn = _next(now, running)
        if turn is None:
            return None
        if _take(turn, _free_slot(running[turn.owner_id]), now):
            return turn
    return None


def waits(now: datetime) -> bool:
    """Whether there is a turn that could be claimed."""
    return _next(now, _slots_taken()) is not None


def mine(turn: BotTurn) -> "QuerySet[BotTurn]":
    """The row of the turn while its lease holds; nobody else writes it meanwhile."""
    return BotTurn.objects.filter(pk=turn.pk, lease=turn.lease, state=TurnState.RUNNING)


def renew(turn: BotTurn, now: datetime) -> bool:
    """A new lease, for another run; False when the old one is lost."""
    lease = uuid.uuid4()
    if not mine(turn).update(lease=lease, lease_until=_lease_until(turn, now), tries=turn.tries):
        return False
    turn.lease = lease
    return True


def give_back(turn: BotTurn, not_before: datetime) -> bool:
    """Let another worker take the turn, not before that instant, after a fault of ours; False when
    the lease is lost."""
    return bool(
        mine(turn).update(
            state=TurnState.WAITING,
            not_before=not_before,
            lease=None,
            lease_until=None,
            outages=turn.outages + 1,
        )
    )


def wall_limit(rank: int) -> int:
    """Seconds that a program has for a turn."""
    return settings.LADDER_WALL if rank == TurnRank.LADDER else settings.BOT_WALL


def _take(turn: BotTurn, slot: int, now: datetime) -> bool:
    lease = uuid.uuid4()
    claimed = {
        "state": TurnState.RUNNING,
        "lease": lease,
        "lease_until": _lease_until(turn, now),
        "slot": slot,
        "claimed": now,
    }
    waiting = BotTurn.objects.filter(pk=turn.pk, state=TurnState.WAITING, not_before__lte=now)
    try:
        with transaction.atomic():
            taken = waiting.update(**claimed) == 1
    except IntegrityError:  # another worker has the slot
        return False
    for name, value in claimed.items():
        setattr(turn, name, value)
    return taken


def _lease_until(turn: BotTurn, now: datetime) -> datetime:
    return now + timedelta(seconds=wall_limit(turn.rank)) + SLACK


def _slots_taken() -> dict[int, set[int]]:
    taken: dict[int, set[int]] = defaultdict(set)
    running = BotTurn.objects.filter(state=TurnState.RUNNING)
    for owner, slot in running.values_list("owner_id", "slot"):
        taken[owner].add(slot)
    return taken


def _free_slot(taken: set[int]) -> int:
    return next(slot for slot in range(settings.BOT_TURNS_AT_ONCE) if slot not in taken)


def _next(now: datetime, running: dict[int, set[int]]) -> BotTurn | None:
    waiting = BotTurn.objects.filter(state=TurnState.WAITING, not_before__lte=now)
    most = settings.BOT_TURNS_AT_ONCE
    busy = {owner for owner, slots in running.items() if len(slots) >= most}
    owners = set(waiting.order_by().values_list("owner_id", flat=True).distinct()) - busy
    if not owners:
        return None
    served = _served(now)
    least = min(served[owner] for owner in owners)
    first = [owner for owner in owners if served[owner] == least]
    return waiting.filter(owner__in=first).order_by("rank", "id").first()


def _served(now: datetime) -> dict[int, float]:
    """Seconds that programs of each owner have run lately, those that run now included."""
    served: dict[int, float] = defaultdict(float)
    runs = BotRun.objects.filter(started__gt=now - RECENT)
    for owner, seconds in runs.values_list("owner_id", "wall"):
        served[owner] += seconds
    running = BotTurn.objects.filter(state=TurnState.RUNNING)
    for owner, claimed in running.values_list("owner_id", "claimed"):
        served[owner] += (now - (claimed or now)).total_seconds()
    return served
