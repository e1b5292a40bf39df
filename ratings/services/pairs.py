"""The rated games of the same two players, which count for the limit of `pair`."""

from collections.abc import Collection, MutableSequence
from datetime import datetime

from django.db.models import Q

from ratings.models import LedgerEntry, LedgerQuerySet
from ratings.replay import PAIR_TIME

Instants = dict[tuple[int, int], MutableSequence[datetime]]


def recent_games(player: int, others: Collection[int], before: datetime) -> Instants:
    """When the rated games between `player` and each of these others finished that count when
    one ends at the instant `before`: what `Pool.recent` holds."""
    rated = LedgerEntry.objects.current().filter(rated=True, finished__gte=before - PAIR_TIME)
    return by_pair(
        rated.filter(Q(first=player, second__in=others) | Q(second=player, first__in=others))
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
