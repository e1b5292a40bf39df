"""Clocks in words."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clock import runs_on
from games.models import Game
from sumendi_site.accounts.models import User

URGENT = timedelta(days=1)


@dataclass(frozen=True)
class Clock:
    """A player's time: what is left, the instant when it is over if the clock runs, and the end
    of the vacation for which it stands still. While a program of this site is to move, whose time
    is measured when it runs, `waits` says what it does."""

    left: timedelta
    deadline: datetime | None
    away_until: datetime | None = None
    waits: str = ""

    @property
    def text(self) -> str:
        return short(self.left)

    @property
    def is_urgent(self) -> bool:
        return self.deadline is not None and self.left < URGENT


def clock_of(
    game: Game, player: User, now: datetime, away_until: datetime | None = None
) -> Clock | None:
    """The clock of a player, who may be away, or None when the game has no clocks any more."""
    is_to_move = game.to_move_id == player.pk
    stands_until = away_until if is_to_move and game.is_stopped_by_vacations else None
    left = game.time_left(player, runs_on(now, stands_until))
    if left is None:
        return None
    runs = is_to_move and stands_until is None
    does = "thinking" if player.kind == User.Kind.HOUSE else "being asked"
    waits = does if is_to_move and game.deadline is None else ""
    return Clock(left, game.deadline if runs else None, stands_until, waits)


def short(left: timedelta) -> str:
    """The two units that matter: `6 d 04 h`, `5 h 12 m`, `12 m 30 s`."""
    minutes, seconds = divmod(max(0, int(left.total_seconds())), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours:02} h"
    if hours:
        return f"{hours} h {minutes:02} m"
    return f"{minutes} m {seconds:02} s"


def in_words(length: timedelta) -> str:
    """The two units that matter: `2 days and 3 hours`, `1 hour`, `less than a minute`."""
    minutes = int(length.total_seconds()) // 60
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (minutes, "minute")]
    parts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in units if count]
    return " and ".join(parts) or "less than a minute"
