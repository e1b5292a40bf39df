"""The ratings month by month: whether the pool drifts, and what makes it drift."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from math import sqrt
from typing import Any

from django.db import connection
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When

from ratings.models import LedgerEntry
from ratings.numbers import NEW_GAMES, ONE, POINT, PROVISIONAL_GAMES
from sumendi_site.accounts.models import User

from . import words

Number = Decimal | float
"""Databases differ in what they make of a mean."""

MONTHS = 12

LAST = f"place = 1 AND games >= {PROVISIONAL_GAMES}"
"""The last game in the month of a player who had enough of them by then."""

SUMS = f"""
WITH seats AS ({{seats}}),
ranked AS (
    SELECT month, kind, games, rating / {POINT}.0 AS rating, change / {POINT}.0 AS change,
        made / {POINT}.0 AS made,
        ROW_NUMBER() OVER (PARTITION BY month, player ORDER BY sequence DESC) AS place
    FROM seats
)
SELECT month, kind,
    COUNT(CASE WHEN {LAST} THEN 1 END),
    AVG(CASE WHEN {LAST} THEN rating END), AVG(CASE WHEN {LAST} THEN rating * rating END),
    COUNT(CASE WHEN games <= {NEW_GAMES} THEN 1 END),
    AVG(CASE WHEN games <= {NEW_GAMES} THEN change END),
    SUM(made)
FROM ranked GROUP BY month, kind ORDER BY month, kind DESC
"""  # noqa: S608 - numbers, and a query of the ORM with its parameters apart
"""A union cannot be summed up by the ORM: so it makes the rows of the seats, and this the rest."""


@dataclass(frozen=True)
class Month:
    """The rated games of one kind of players in a month; all but counts in points.

    `mean` and `spread` (their standard deviation) are of the ratings with which the `players` who
    had at least 20 rated games by then left the month; none without such a player.
    `newcomers_change` is the mean change a game in the `newcomers_games`, those that were one of
    the first 30 rated games of the player; none without such a game. `made_at_floor` is what the
    players lost less than K times the difference to the expected score, because a rating never
    goes below the floor: these points are new to the pool.
    """

    start: datetime
    kind: str
    players: int
    mean: float | None
    spread: float | None
    newcomers_games: int
    newcomers_change: float | None
    made_at_floor: float

    @property
    def newcomers_text(self) -> str:
        """With a sign; empty without a newcomer's game."""
        change = self.newcomers_change
        return "" if change is None else words.signed(round(change * POINT))


def monthly(now: datetime) -> list[Month]:
    """The last twelve months, the newest first, people before bots; only those with a rated
    game."""
    starts = _starts(now)
    seats = _seat("first", starts).union(_seat("second", starts), all=True)
    sql, params = seats.query.get_compiler(connection=connection).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(SUMS.format(seats=sql), params)
        return [_month(starts[month], kind, *sums) for month, kind, *sums in cursor.fetchall()]


def _month(
    start: datetime,
    kind: str,
    players: int,
    mean: Number | None,
    square: Number | None,
    games: int,
    change: Number | None,
    made: Number,
) -> Month:
    return Month(
        start=start,
        kind=kind,
        players=players,
        mean=_float(mean),
        spread=_spread(_float(mean), _float(square)),
        newcomers_games=games,
        newcomers_change=_float(change),
        made_at_floor=float(made),
    )


def _float(number: Number | None) -> float | None:
    return None if number is None else float(number)


def _spread(mean: float | None, square: float | None) -> float | None:
    """From the mean of the numbers and that of their squares."""
    if mean is None or square is None:
        return None
    # Rounding can leave a hair less than nothing of a spread of nothing.
    return sqrt(max(0.0, square - mean**2))


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
    half_points = F("half_points") if seat == "first" else 2 - F("half_points")
    score = half_points * (ONE // 2)
    return entries.order_by().values(
        "sequence",
        month=Case(*months, output_field=IntegerField()),
        player=F(seat),
        kind=F(f"{seat}__kind"),
        rating=F(f"{seat}_after"),
        games=F(f"{seat}_games") + 1,
        change=F(f"{seat}_change"),
        made=F(f"{seat}_change") - F(f"{seat}_k") * (score - F(f"{seat}_expected")),
    )
