"""A clock that stands until a test moves it, and games that are told by it."""

from datetime import UTC, datetime, timedelta

import time_machine
from django.utils import timezone

from games import services
from games.models import Game, Heartbeat, Move, VacationBudget
from sumendi_site.accounts.models import User
from tests.games.factories import make_user

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def make_saver(name: str, days: float = 30) -> User:
    """A player who has saved so many days of vacation."""
    player = make_user(name)
    save_days(player, days)
    return player


def save_days(player: User, days: float = 30) -> None:
    VacationBudget.objects.create(player=player, seconds=int(days * 86_400))


def saved_days(player: User) -> float:
    return VacationBudget.objects.get(player=player).seconds / 86_400


def fresh(game: Game) -> Game:
    game.refresh_from_db()
    return game


def play(game: Game, player: User, text: str = "e5") -> Move:
    """The player's next ply in the game."""
    return services.play(game.pk, player, fresh(game).ply_count + 1, text).move


def go_well_for(clock: time_machine.Traveller, time: timedelta) -> None:
    """Let so much time go by in which the site answered all along, and sweep at its end."""
    clock.shift(time)
    Heartbeat.objects.update(last=timezone.now())
    services.keep_time()
