"""Keeping the ledger: result events are taken one by one, in the order of their numbers."""

import logging
from collections.abc import Callable
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from games.models import ResultEvent
from games.models.result_event import ResultKind
from ratings.facts import GameFacts, Reason
from ratings.faults import in_nobodys_way, passes_by_itself
from ratings.models import Cursor, LedgerEntry, Revision
from ratings.notices import tell_fault, tell_pages
from ratings.replay import Pool
from sumendi_site.accounts.models import User

from . import listings
from .facts import facts_of
from .pairs import recent_games
from .revising import newest_time_losses, revise
from .rows import lock_players, rate, row_of, standing_of, store_standings

BATCH = 1000
TRIES = 5
"""After so many the database is taken to fail at the event itself."""

logger = logging.getLogger(__name__)


def follow(limit: int = BATCH) -> int:
    """Rate what has finished since the last call, at most `limit` result events, each in a
    transaction of its own. Returns how many events this call has dealt with: none while another
    worker is at it, who looks for more after each event."""
    done = 0
    while done < limit and (event := _next_event()) and _deal_with(event):
        done += 1
    return done


def _next_event() -> ResultEvent | None:
    """Looked for before anything is locked, for mostly there is nothing to do."""
    cursor, _ = Cursor.objects.get_or_create(pk=1)
    return ResultEvent.objects.filter(number=cursor.last + 1).first()


def _deal_with(event: ResultEvent) -> bool:
    """False when another worker has taken it."""
    try:
        return _take(event, _keep_the_ledger)
    except (OperationalError, InterfaceError) as error:
        if passes_by_itself(error) or _failed_tries(event) < TRIES:
            raise  # the sweep tries again
        logger.exception("The database fails at result event %d", event.number)
    except Exception:
        logger.exception("Result event %d could not be dealt with", event.number)
    return _take(event, _pass_over)


def _failed_tries(event: ResultEvent) -> int:
    """How often the database has failed at this event, this time included."""
    cursor = Cursor.objects.filter(last=event.number - 1)
    cursor.update(tries=F("tries") + 1)
    return cursor.values_list("tries", flat=True).first() or 0


@transaction.atomic
def _take(event: ResultEvent, act: Callable[[ResultEvent], None]) -> bool:
    cursor = Cursor.objects.select_for_update(skip_locked=True).filter(last=event.number - 1)
    if not cursor:
        return False
    act(event)
    Cursor.objects.update(last=event.number, tries=0)
    return True


def _keep_the_ledger(event: ResultEvent) -> None:
    if event.kind != ResultKind.FINISHED:
        revise(event)
    elif not LedgerEntry.objects.filter(game=event.game_id).exists():
        _rate_finished(event)


def _pass_over(event: ResultEvent) -> None:
    """A fault of ours leaves the game unrated, from the little that is sure of it, or the past as
    it was, until `replay_ratings --mend`: it never stops the events behind it, so nothing here
    relies on what may have failed before."""
    tell_fault([event.game_id], f"event:{event.number}")
    if LedgerEntry.objects.filter(game=event.game_id).exists():
        return
    with in_nobodys_way(f"the row of game {event.game_id}"):
        _row_of_a_fault(event).save()
    tell_pages(event.game_id)


def _row_of_a_fault(event: ResultEvent) -> LedgerEntry:
    game, sides = event.game, dict[str, Any]()
    users = {user.pk: user for user in lock_players((game.first_id, game.second_id))}
    for seat, user in (("first", users[game.first_id]), ("second", users[game.second_id])):
        sides |= {
            seat: user,
            f"{seat}_before": user.rating,
            f"{seat}_games": user.rated_games,
            f"{seat}_peak": user.rating_peak,
            f"{seat}_k": 0,
            f"{seat}_expected": 0,
            f"{seat}_change": 0,
            f"{seat}_after": user.rating,
            f"{seat}_variance_before": user.rating_variance,
            f"{seat}_variance_after": user.rating_variance,
            f"{seat}_last_rated_before": user.last_rated_at,
        }
    return LedgerEntry(
        sequence=event.number,
        revision=_newest_revision(),
        game=game,
        finished=game.finished or event.created,
        size=game.size,
        rated=False,
        reason=Reason.ERROR,
        **sides,
    )


def _rate_finished(event: ResultEvent) -> None:
    facts = facts_of(event)
    users = lock_players((facts.first.player, facts.second.player))
    pool = _pool_for(facts, users)
    entry = rate(pool, facts)
    row_of(entry, _newest_revision()).save()
    if entry.reason == Reason.ERROR:
        tell_fault([facts.game], f"event:{event.number}")
    store_standings(users, pool)
    listings.add_game(entry, users)
    tell_pages(facts.game)


def _newest_revision() -> int:
    """Rows that come after a revision belong to it."""
    return Revision.objects.order_by("-number").values_list("number", flat=True).first() or 0


def _pool_for(facts: GameFacts, users: list[User]) -> Pool:
    """What the rating of this game needs to know: the two players and their past."""
    one, other = (user.pk for user in users)
    rated = LedgerEntry.objects.current().filter(rated=True)
    losses = rated.filter(timed_out=facts.timed_out) if facts.timed_out else rated.none()
    return Pool(
        standings={user.pk: standing_of(user) for user in users},
        recent=recent_games(one, [other], facts.finished),
        time_losses=newest_time_losses(losses),
    )
