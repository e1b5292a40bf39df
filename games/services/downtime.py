"""Time for which the site was away is given back: nobody loses on time to an outage."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, F, Q, Value

from games.clock import overlap
from games.models import Game, Heartbeat, Outage, Vacation
from games.models.game import STOPPED_BY_VACATIONS

from .locking import lock_clocks

LONGEST_GAP = timedelta(minutes=2)
"""Between two heartbeats; a longer one counts as an outage."""


def is_behind(now: datetime) -> bool:
    """Whether the site has been away until `now` and the time was not given back yet."""
    return Heartbeat.objects.filter(last__lt=now - LONGEST_GAP).exists()


@transaction.atomic
def beat(now: datetime) -> bool:
    """Note that the site answers its users at `now`. After a gap in the heartbeat all running
    deadlines are moved first; True for the one call that did it."""
    heartbeat = lock_clocks()
    if heartbeat is None:
        Heartbeat.objects.get_or_create(pk=1, defaults={"last": now})
        return False
    if now <= heartbeat.last:
        return False
    was_away = now - heartbeat.last > LONGEST_GAP
    if was_away:
        _give_back(heartbeat.last, now)
    heartbeat.last = now
    heartbeat.save(update_fields=["last"])
    return was_away


def _give_back(started: datetime, ended: datetime) -> None:
    """Move the running turns by what the outage took from them: all of it, but for turns that
    began meanwhile, and for players who were on vacation during some of it."""
    gap = ended - started
    rested = _time_on_vacation(started, ended)
    stood_still = STOPPED_BY_VACATIONS & Q(to_move__in=rested)
    ran = Game.objects.running().exclude(stood_still)
    # Those that began meanwhile come first: the others will seem to have begun then, too.
    ran.filter(turn_started__gt=started, turn_started__lt=ended).update(
        deadline=F("deadline") + (Value(ended, DateTimeField()) - F("turn_started")),
        turn_started=ended,
    )
    ran.filter(turn_started__lte=started).move_clocks(gap)
    for player_id, rest in rested.items():
        if rest < gap:
            theirs = Game.objects.running().filter(stood_still, to_move=player_id)
            theirs.move_clocks(gap - rest)
    Outage.objects.create(started=started, ended=ended)


def _time_on_vacation(started: datetime, ended: datetime) -> dict[int, timedelta]:
    """How long each player who was on vacation meanwhile was so."""
    rested: dict[int, timedelta] = defaultdict(timedelta)
    for vacation in Vacation.objects.filter(starts__lt=ended, ends__gt=started):
        rested[vacation.player_id] += overlap(started, ended, vacation.starts, vacation.ends)
    return rested
