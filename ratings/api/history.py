"""How the rating of a player came about."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.game_shapes import instant
from games.api.player_shapes import find_player
from games.api.shapes import PlayerRefSerializer, player_ref
from games.rules import SIZES
from ratings.facts import Reason
from ratings.models import LedgerEntry
from ratings.numbers import ONE, POINT
from sumendi_site.api.endpoint import Endpoint
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import query
from sumendi_site.api.schema import page_of


class Outcome(StrEnum):
    """How a game ended for one of its players."""

    LOST = "lost"
    DRAWN = "drawn"
    WON = "won"


OUTCOMES = (Outcome.LOST, Outcome.DRAWN, Outcome.WON)
"""By the half points."""


class RatingEntrySerializer(serializers.Serializer[Any]):
    """What a finished game did to the rating of one of its players. Ratings are in points, exact
    to a millionth."""

    game = serializers.IntegerField()
    finished = serializers.DateTimeField()
    opponent = PlayerRefSerializer()
    size = serializers.ChoiceField(choices=SIZES)
    rated = serializers.BooleanField()
    reason = serializers.ChoiceField(
        choices=[(reason.value, reason.value) for reason in Reason],
        allow_null=True,
        help_text="Why it was not rated.",
    )
    result = serializers.ChoiceField(
        choices=[(outcome.value, outcome.value) for outcome in Outcome],
        allow_null=True,
        help_text="The player's; null for a game without a result.",
    )
    before = serializers.FloatField()
    expected = serializers.FloatField(
        allow_null=True, min_value=0, max_value=1, help_text="The expected score."
    )
    k = serializers.IntegerField(allow_null=True)
    change = serializers.FloatField()
    after = serializers.FloatField()


class RatingHistory(Endpoint):
    @extend_schema(
        operation_id="player_ratings",
        parameters=[PageQuery],
        responses={200: page_of(RatingEntrySerializer)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The games of a player that were rated, or were meant to be, the newest first. Guests
        have no rating."""
        limit, player = query(PageQuery, request)["limit"], find_player(name)
        if not player.plays_rated:
            raise Http404("Guests have no rating.")
        entries = LedgerEntry.objects.current().of(player.pk).exclude(reason=Reason.CASUAL)
        entries = entries.select_related("first__owner", "second__owner")
        return paged(request, entries, entry_of(player.pk), ("-sequence",), limit)


def entry_of(player_id: int) -> Callable[[LedgerEntry], dict[str, Any]]:
    """Writes what an entry means for this one of its two players."""

    def write(entry: LedgerEntry) -> dict[str, Any]:
        is_first = entry.first_id == player_id
        side = "first" if is_first else "second"
        return {
            "game": entry.game_id,
            "finished": instant(entry.finished),
            "opponent": player_ref(entry.second if is_first else entry.first),
            "size": entry.size,
            "rated": entry.rated,
            "reason": entry.reason or None,
            "result": _outcome(entry.half_points, is_first=is_first),
            "before": getattr(entry, f"{side}_before") / POINT,
            "expected": getattr(entry, f"{side}_expected") / ONE if entry.rated else None,
            "k": getattr(entry, f"{side}_k") if entry.rated else None,
            "change": getattr(entry, f"{side}_change") / POINT,
            "after": getattr(entry, f"{side}_after") / POINT,
        }

    return write


def _outcome(half_points: int | None, *, is_first: bool) -> Outcome | None:
    if half_points is None:
        return None
    return OUTCOMES[half_points if is_first else 2 - half_points]
