"""The mean and the spread of the ratings month by month: whether the pool drifts."""

from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Any

from django.db import connection
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When

from ratings.models import LedgerEntry
from ratings.numbers import POINT, PROVISIONAL_GAMES
from sumendi_site.accounts.models import User

MONTHS = 12

MEANS = f"""
WITH seats AS ({{seats}}),
ranked AS (
    SELECT month, kind, games, rating / {POINT}.0 AS rating,
        ROW_NUMBER() OVER (PARTITION BY month, player ORDER BY sequence DESC) AS place
    FROM seats
)
SELECT month, kind, COUNT(*), AVG(rating), AVG(rating * rating)
FROM ranked WHERE place = 1 AND games >= {PROVISIONAL_GAMES}
GROUP BY month, kind ORDER BY month, kind DESC
"""  # noqa: S608 - numbers, and a query of the ORM with its parameters apart
"""A union cannot be summed up by the ORM: so it makes the rows of the seats, and this the rest."""


@dataclass(frozen=True)
class Month:
    """The ratings, in points, with which the active players of one kind left a month."""

    start: datetime
    kind: str
    players: int
    mean: float
    spread: float
    """Their standard deviation."""


def monthly(now: datetime) -> list[Month]:
    """The last twelve months, the newest first, people before bots; only those with a player.
    Counted is who finished a rated game in the month and had at least 20 of them by then."""
    starts = _starts(now)
    seats = _seat("first", starts).union(_seat("second", starts), all=True)
    sql, params = seats.query.get_compiler(connection=connection).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(MEANS.format(seats=sql), params)
        return [
            _month(starts[month], kind, players, float(mean), float(square))
            for month, kind, players, mean, square in cursor.fetchall()
        ]


def _month(start: datetime, kind: str, players: int, mean: float, square: float) -> Month:
    # Rounding can leave a hair less than nothing of a spread of nothing.
    return Month(start, kind, players, mean, sqrt(max(0.0, square - mean**2)))


def _starts(now: datetime) -> list[datetime]:
    """When the months began, that of `now` first."""
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    months = [divmod(first.year * 12 + first.month - 1 - back, 12) for back in range(MONTHS)]
    return [first.replace(year=year, month=month + 1) for year, month in months]


def _seat(seat: str, starts: list[datetime]) -> "QuerySet[LedgerEntry, Any]":
    """A row for each rated game, as it was for the player of one seat. Months are told by their
    place in `starts`."""
    months = [When(finished__gte=start, then=Value(place)) for place, start in enumerate(starts)]
    entries = LedgerEntry.objects.current().filter(
        Q(**{f"{seat}__kind__in": (User.Kind.PERSON, User.Kind.BOT)}),
        rated=True,
        finished__gte=starts[-1],
    )
    return entries.order_by().values(
        "sequence",
        month=Case(*months, output_field=IntegerField()),
        player=F(seat),
        kind=F(f"{seat}__kind"),
        rating=F(f"{seat}_after"),
        games=F(f"{seat}_games") + 1,
    )
