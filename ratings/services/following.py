"""Keeping the ledger: result events are taken one by one, in the order of their numbers."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from games.models import ResultEvent
from games.models.result_event import ResultKind
from ratings.facts import GameFacts
from ratings.models import Cursor, LedgerEntry, Revision
from ratings.numbers import PAIR_DAYS
from ratings.replay import Pool
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish

from .facts import facts_of
from .revising import newest_time_losses, revise
from .rows import lock_players, rate, row_of, standing_of, store_standings

BATCH = 1000


def follow(limit: int = BATCH) -> int:
    """Rate what has finished since the last call, at most `limit` result events, each in a
    transaction of its own. Returns how many events this call has dealt with."""
    done = 0
    while done < limit and _is_behind() and _follow_one():
        done += 1
    return done


def _is_behind() -> bool:
    """Asked before anything is locked, for mostly there is nothing to do."""
    last = Cursor.objects.values_list("last", flat=True).first() or 0
    return ResultEvent.objects.filter(number__gt=last).exists()


@transaction.atomic
def _follow_one() -> bool:
    cursor, _ = Cursor.objects.select_for_update().get_or_create(pk=1)
    event = ResultEvent.objects.filter(number=cursor.last + 1).first()
    if event is None:
        return False
    if event.kind != ResultKind.FINISHED:
        revise(event)
    elif not LedgerEntry.objects.filter(game=event.game_id).exists():
        _rate_finished(event)
    cursor.last = event.number
    cursor.save(update_fields=["last"])
    return True


def _rate_finished(event: ResultEvent) -> None:
    facts = facts_of(event)
    users = list(lock_players((facts.first.player, facts.second.player)))
    pool = _pool_for(facts, users)
    row_of(rate(pool, facts), _newest_revision()).save()
    store_standings(users, pool)
    publish(game_topic(facts.game), "rated", {})


def _newest_revision() -> int:
    """Rows that come after a revision belong to it."""
    return Revision.objects.order_by("-number").values_list("number", flat=True).first() or 0


def _pool_for(facts: GameFacts, users: list[User]) -> Pool:
    """What the rating of this game needs to know: the two players and their past."""
    one, other = (user.pk for user in users)
    rated = LedgerEntry.objects.current().filter(rated=True)
    since = facts.finished - timedelta(days=PAIR_DAYS)
    games = rated.filter(Q(first=one, second=other) | Q(first=other, second=one))
    recent = games.filter(finished__gte=since).order_by("finished")
    losses = rated.filter(timed_out=facts.timed_out) if facts.timed_out else rated.none()
    return Pool(
        standings={user.pk: standing_of(user) for user in users},
        recent={(one, other): list(recent.values_list("finished", flat=True))},
        time_losses=newest_time_losses(losses),
    )
