"""Warnings that a clock runs out, at the hours that each player has chosen.

`Game.next_warning` is the next of those hours for the turn at hand. It is compared with the
deadline, so it stays right when a deadline moves.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Game, Vacation
from games.models.game import STOPPED_BY_VACATIONS
from games.notices import first_warning, tell_warning
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import settings_of

from .downtime import is_behind
from .locking import lock_clocks
from .one_by_one import each, push_back, ready

BATCH = 500


def warn_players(now: datetime | None = None) -> int:
    """Warn the players whose clocks have come to their next hours, none of them while time is
    owed to the clocks. Returns how many games."""
    moment = now or timezone.now()
    if is_behind(moment):
        return 0
    return sum(_warn_at(hours, moment) for hours in _hours_in_use())


def _hours_in_use() -> list[int]:
    waiting = Game.objects.exclude(next_warning=None).order_by().values_list("next_warning")
    return sorted(hours for (hours,) in waiting.distinct() if hours is not None)


def _warn_at(hours: int, now: datetime) -> int:
    games = {game.pk: game for game in _due(hours, now)[:BATCH]}
    return each(games, lambda pk: _warn(games[pk], now), push_back)


def _due(hours: int, now: datetime) -> "QuerySet[Game]":
    """The running games that are to be warned of at so many hours left: not those whose time is
    over, nor those whose player is on vacation, for their clocks stand still."""
    away = Vacation.objects.filter(starts__lte=now, ends__gt=now).values("player")
    standing_still = STOPPED_BY_VACATIONS & Q(to_move__in=away)
    return (
        ready()
        .with_players()
        .running()
        .filter(next_warning=hours)
        .filter(deadline__gt=now, deadline__lte=now + timedelta(hours=hours))
        .exclude(standing_still)
        .order_by("deadline", "id")
    )


@transaction.atomic
def _warn(game: Game, now: datetime) -> bool:
    """Tell the nearest of the hours that have been passed, and plan the next; False when another
    worker was first or the game has gone on."""
    assert game.deadline is not None  # noqa: S101 - it runs
    assert game.to_move is not None  # noqa: S101 - it runs
    left = (game.deadline - now).total_seconds() / 3600
    chosen = settings_of(game.to_move)
    still = Game.objects.running().filter(
        pk=game.pk,
        ply_count=game.ply_count,
        deadline=game.deadline,
        next_warning=game.next_warning,
    )
    if not still.update(next_warning=chosen.largest_hours_below(left)):
        return False
    passed = [hours for hours in chosen.hours if hours >= left]
    if not passed:
        return False
    tell_warning(game, min(passed))
    return True


@transaction.atomic
def replan_warnings(user: User, **_: Any) -> None:
    """The player has chosen other hours: they hold for the turns at hand too."""
    lock_clocks()
    turns = Game.objects.running().filter(to_move=user).order_by("pk")
    for game in turns.select_related("to_move"):
        allowance = game.time_left(user) or timedelta(0)
        turn = Game.objects.running().filter(pk=game.pk, ply_count=game.ply_count)
        turn.update(next_warning=first_warning(user, allowance))
