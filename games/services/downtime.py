"""Time for which the site was away is given back: nobody loses on time to an outage."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, F, Q, Value

from games.clock import overlap
from games.models import Game, Heartbeat, Outage, Vacation
from games.models.game import STOPPED_BY_VACATIONS, GameQuerySet

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
    rests = _vacations_between(started, ended)
    stood_still = STOPPED_BY_VACATIONS & Q(to_move__in=rests)
    ran = Game.objects.running().exclude(stood_still)
    # Those that began meanwhile come first: the others will seem to have begun then, too.
    ran.filter(turn_started__gt=started, turn_started__lt=ended).update(
        deadline=F("deadline") + (Value(ended, DateTimeField()) - F("turn_started")),
        turn_started=ended,
    )
    ran.filter(turn_started__lte=started).move_clocks(ended - started)
    for player_id, vacations in rests.items():
        theirs = Game.objects.running().filter(stood_still, to_move=player_id)
        _give_back_the_rest(theirs, vacations, started, ended)
    Outage.objects.create(started=started, ended=ended)


def _give_back_the_rest(
    turns: GameQuerySet, vacations: list[Vacation], started: datetime, ended: datetime
) -> None:
    """Move the turns of a player by the part of the outage in which neither the turn had yet to
    begin nor the player was on vacation."""
    begun_meanwhile = turns.filter(turn_started__gt=started, turn_started__lt=ended)
    # They are read before the others are moved, which will seem to have begun then, too.
    for pk, begun in list(begun_meanwhile.values_list("pk", "turn_started")):
        Game.objects.filter(pk=pk).move_clocks(_time_lost(vacations, begun, ended))
    since_before = turns.filter(turn_started__lte=started)
    since_before.move_clocks(_time_lost(vacations, started, ended))


def _time_lost(vacations: list[Vacation], started: datetime, ended: datetime) -> timedelta:
    rest = (overlap(started, ended, vacation.starts, vacation.ends) for vacation in vacations)
    return ended - started - sum(rest, timedelta(0))


def _vacations_between(started: datetime, ended: datetime) -> dict[int, list[Vacation]]:
    """By the ids of their players, the vacations that took some of this time."""
    found: dict[int, list[Vacation]] = defaultdict(list)
    for vacation in Vacation.objects.filter(starts__lt=ended, ends__gt=started):
        found[vacation.player_id].append(vacation)
    return found
