"""Who is on a leaderboard, and in which order."""

from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    FloatField,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)

from ratings.models import LedgerEntry, LedgerQuerySet
from ratings.numbers import (
    BOARD_DAYS,
    BOARD_GAMES,
    BOARD_OPPONENTS,
    GROWTH_A_DAY,
    PROVISIONAL_DEVIATION,
    PROVISIONAL_GAMES,
)
from sumendi_site.accounts.models import User


class Board(StrEnum):
    ALL = "all"
    PEOPLE = "people"
    BOTS = "bots"


# Everybody is told by who is left out, so that databases keep to the index in the board's order.
KINDS = {
    Board.ALL: ~Q(kind__in=(User.Kind.GUEST, User.Kind.HOUSE)),
    Board.PEOPLE: Q(kind=User.Kind.PERSON),
    Board.BOTS: Q(kind=User.Kind.BOT),
}


def standings(board: Board, size: int | None, now: datetime) -> "QuerySet[User]":
    """The players of a leaderboard, the best first. With a `size`, only those who have played a
    rated game of that size; the rating is the same one."""
    players = (
        established(board, now).alias(opponents=_opponents()).filter(opponents__gte=BOARD_OPPONENTS)
    )
    if size is not None:
        players = players.filter(Exists(_rated_games().filter(size=size)))
    best_first = players.order_by("-rating", "-rated_games", "date_joined", "pk")
    return best_first.select_related("owner")


def established(board: Board, now: datetime) -> "QuerySet[User]":
    """The open accounts with enough rated games, one of them lately, whose ratings are not
    provisional; in no order."""
    return User.objects.filter(
        KINDS[board],
        _is_certain(now),
        is_active=True,
        rated_games__gte=max(BOARD_GAMES, PROVISIONAL_GAMES),
        last_rated_at__gte=now - timedelta(days=BOARD_DAYS),
    )


def _is_certain(now: datetime) -> Q:
    """The uncertainty, grown to `now`, is below that of provisional ratings. It grows by whole
    days, of which databases have their own ideas: so each day has a limit of its own."""
    most = float(PROVISIONAL_DEVIATION**2)
    limits = [
        When(
            last_rated_at__gt=now - timedelta(days=day + 1),
            then=Value(most - GROWTH_A_DAY * day),
        )
        for day in range(BOARD_DAYS)
    ]
    least = most - GROWTH_A_DAY * BOARD_DAYS
    grown = Case(*limits, default=Value(least), output_field=FloatField())
    return Q(rating_variance__lte=least) | Q(rating_variance__lte=grown)


def _rated_games() -> LedgerQuerySet:
    player = OuterRef("pk")
    return LedgerEntry.objects.current().filter(Q(first=player) | Q(second=player), rated=True)


def _opponents() -> Subquery:
    """How many different opponents a player has had in rated games."""
    opponent = Case(When(first=OuterRef("pk"), then=F("second")), default=F("first"))
    counted = (
        _rated_games()
        .order_by()
        .annotate(every=Value(1))
        .values("every")
        .annotate(opponents=Count(opponent, distinct=True))
    )
    return Subquery(counted.values("opponents"), output_field=IntegerField())
