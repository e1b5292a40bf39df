"""Games that nobody came to are forfeited after the delay that the event has announced."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game
from games.models.game import GameQuerySet
from games.services.locking import lock as lock_game
from games.services.one_by_one import each
from tournaments.models import Pairing, RoundState, State, Tournament

from .deciding import settle
from .desk import lock_board
from .verdicts import Verdict

BATCH = 200
WHOSE = {0: Verdict.FIRST_FORFEITS, 1: Verdict.SECOND_FORFEITS}
"""By the plies made: who is to move, and has made none."""


def forfeit_no_shows(now: datetime) -> int:
    """Forfeit the games whose player to move has made no ply for so long that it counts as not
    appearing. The delay begins with that player's first turn, and a program of this site, for
    which the site itself lets the opponent wait, always appears. Returns how many."""
    running = Tournament.objects.filter(state=State.RUNNING, no_show_hours__gt=0).order_by()
    delays = set(running.values_list("no_show_hours", flat=True).distinct())
    return sum(_forfeit_after(hours, now) for hours in sorted(delays))


def _forfeit_after(hours: int, now: datetime) -> int:
    boards = Pairing.objects.filter(
        round__state=RoundState.PUBLISHED,
        round__tournament__state=State.RUNNING,
        round__tournament__no_show_hours=hours,
        white_code="",
        game__in=_untouched(now - timedelta(hours=hours)),
    )
    due = list(boards.order_by("pk").values_list("pk", flat=True)[:BATCH])
    return each(due, lambda pk: _forfeit(pk, now))


def _untouched(since: datetime) -> GameQuerySet:
    waiting = Game.objects.running().filter(ply_count__in=WHOSE, deadline__isnull=False)
    return waiting.filter(turn_started__lte=since)


@transaction.atomic
def _forfeit(pairing_id: int, now: datetime) -> bool:
    """False when the game has begun meanwhile, or another worker was first."""
    tournament, pairing = lock_board(pairing_id)
    assert pairing.game_id is not None  # noqa: S101 - its game was found
    game = lock_game(pairing.game_id)
    since = now - timedelta(hours=tournament.no_show_hours)
    if not tournament.no_show_hours or not _untouched(since).filter(pk=game.pk).exists():
        return False
    if game.is_overdue(now):  # it is lost on time at once
        return False
    player = game.second if game.ply_count else game.first
    why = f"{player} did not make a first move within {tournament.no_show_hours} hours."
    settle(tournament, pairing, WHOSE[game.ply_count], None, why)
    return True
