"""Keeping the ledger: result events are taken one by one, in the order of their numbers."""

from typing import Any

from games.models import ResultEvent
from games.models.result_event import ResultKind
from games.services import following
from ratings.facts import GameFacts, Reason
from ratings.models import Cursor, LedgerEntry, Revision
from ratings.notices import tell_fault, tell_pages
from ratings.replay import Pool
from sumendi_site.accounts.models import User
from sumendi_site.faults import in_nobodys_way

from . import listings
from .facts import facts_of
from .pairs import recent_games
from .revising import newest_time_losses, revise
from .rows import lock_players, rate, row_of, standing_of, store_standings

BATCH = 1000


def follow(limit: int = BATCH) -> int:
    """Rate what has finished since the last call, at most `limit` result events. Returns how many
    events this call has dealt with: none while another worker is at it."""
    return following.follow(Cursor, _next_event, _keep_the_ledger, limit, _pass_over)


def _next_event(last: int) -> ResultEvent | None:
    return ResultEvent.objects.filter(number=last + 1).first()


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
