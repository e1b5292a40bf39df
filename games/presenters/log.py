"""What happened at a game and is no ply: outages, vacations, time that was given."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Game, GameLog, LogKind, Outage

from .clocks import in_words
from .reading import Surroundings


@dataclass(frozen=True)
class Entry:
    moment: datetime
    text: str


def log_of(game: Game, surroundings: Surroundings, now: datetime) -> list[Entry]:
    """The newest entry first."""
    outages = _outages(game, now) if surroundings.has_outage else []
    others = _others(game, now) if surroundings.has_log else []
    return sorted([*outages, *others], key=lambda entry: entry.moment, reverse=True)


def _outages(game: Game, now: datetime) -> Iterator[Entry]:
    for outage in Outage.objects.filter(started__lt=game.finished or now, ended__gt=game.created):
        yield Entry(outage.ended, _of_outage(outage))


def _others(game: Game, now: datetime) -> Iterator[Entry]:
    for row in game.log.select_related("player"):
        text = _of_vacation(row, now) if _is_vacation(row) else _of_gift(game, row)
        yield Entry(row.created, text)


def _is_vacation(row: GameLog) -> bool:
    return row.kind == LogKind.VACATION


def _of_outage(outage: Outage) -> str:
    length = in_words(outage.ended - outage.started)
    return f"The site was away for {length} on {_day(outage.started)}; clocks were moved by that."


def _of_vacation(row: GameLog, now: datetime) -> str:
    ends = row.created + timedelta(seconds=row.seconds)
    if ends > now:
        return f"{row.player} is on vacation until {_day(ends)}; the clock stands still."
    length = in_words(timedelta(seconds=row.seconds))
    return f"{row.player} was on vacation for {length}, until {_day(ends)}; the clock stood still."


def _of_gift(game: Game, row: GameLog) -> str:
    length = in_words(timedelta(seconds=row.seconds))
    return f"{game.opponent_of(row.player)} gave {row.player} {length} more for a turn."


def _day(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return f"{local.day} {local:%B}"
