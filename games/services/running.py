"""What a player can do while a game runs, and that a clock which ran out comes first."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.db import transaction
from django.utils import timezone

from games.models import Game
from sumendi_site.accounts.models import User

from . import downtime, vacations
from .errors import ClocksBehind, GameOver, TooLate
from .finishing import flag_locked
from .locking import lock_for

P = ParamSpec("P")
Act = Callable[Concatenate[Game, User, P], Game]
Service = Callable[Concatenate[int, User, P], Game]


def on_running_game(act: Act[P]) -> Service[P]:
    """Make a service, which takes the number of a game, of what one of its players can do while
    it runs. Where the time is over, the game is flagged instead."""

    def once(game_id: int, player: User, *args: P.args, **kwargs: P.kwargs) -> Game:
        with transaction.atomic():
            game = lock_for(game_id, player)
            if not game.is_running:
                raise GameOver
            now = timezone.now()
            if not is_lost_on_time(game, now):
                return act(game, player, *args, **kwargs)
            flag_locked(game, now)
        raise TooLate

    @wraps(act)
    def service(game_id: int, player: User, *args: P.args, **kwargs: P.kwargs) -> Game:
        try:
            return once(game_id, player, *args, **kwargs)
        except ClocksBehind:
            vacations.catch_up(timezone.now())
            return once(game_id, player, *args, **kwargs)

    return cast(Service[P], service)


def is_lost_on_time(game: Game, now: datetime) -> bool:
    """Whether the time of the player to move is over. Raises ClocksBehind when it only seems so:
    a vacation has not begun yet that should have, or the site was away."""
    if not game.is_overdue(now):
        return False
    vacations.away_from(game, now)
    if downtime.is_behind(now):
        raise ClocksBehind
    return True
