"""The rated games of the same two players, which count for the limit of `pair`."""

from collections.abc import Collection, MutableSequence
from datetime import datetime

from django.db.models import Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from games.models import Game, GameStatus, ResultEvent
from ratings.models import Cursor, LedgerEntry, LedgerQuerySet
from ratings.replay import PAIR_TIME

Instants = dict[tuple[int, int], MutableSequence[datetime]]


def recent_games(player: int, others: Collection[int], before: datetime) -> Instants:
    """When the rated games between `player` and each of these others finished that count when
    one ends at the instant `before`: what `Pool.recent` holds."""
    return by_pair(
        _counted(before).filter(
            Q(first=player, second__in=others) | Q(second=player, first__in=others)
        )
    )


def counted_games(players: Collection[int], before: datetime) -> LedgerQuerySet:
    """The rated games of these players that count when one ends at the instant `before`."""
    return _counted(before).filter(Q(first__in=players) | Q(second__in=players))


def games_to_be_rated(players: Collection[int]) -> "QuerySet[Game]":
    """The games of these players that were agreed to be rated and that the ledger has no row of
    yet: they go on, or it has not come to their end."""
    followed = Coalesce(Subquery(Cursor.objects.values("last")[:1]), Value(0))
    ended = ResultEvent.objects.filter(number__gt=followed).values("game")
    return Game.objects.filter(
        Q(first__in=players) | Q(second__in=players),
        ~Q(status=GameStatus.FINISHED) | Q(pk__in=ended),
        rated=True,
    )


def by_pair(games: LedgerQuerySet) -> Instants:
    """When these games finished, in order, by their two players' ids, the lower first."""
    instants: Instants = {}
    for first, second, finished in games.order_by("finished").values_list(
        "first", "second", "finished"
    ):
        pair = (first, second) if first < second else (second, first)
        instants.setdefault(pair, []).append(finished)
    return instants


def _counted(before: datetime) -> LedgerQuerySet:
    return LedgerEntry.objects.current().filter(rated=True, finished__gte=before - PAIR_TIME)
