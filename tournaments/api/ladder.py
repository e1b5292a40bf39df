"""The ladder of the bots that run here."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.game_shapes import GameSerializer, game_short, instant
from games.api.player_shapes import GameCountsSerializer
from games.api.shapes import PlayerRefSerializer, player_ref
from sumendi_site.accounts.models import User
from sumendi_site.api.endpoint import Endpoint
from sumendi_site.api.paging import PageQuery, paged, paged_together
from sumendi_site.api.parsing import query
from sumendi_site.api.schema import page_of
from tournaments.models import LadderGame
from tournaments.models.ladder import SoughtFor
from tournaments.presenters.ladder.games import games, why
from tournaments.presenters.ladder.standings import ORDER, Standing, bots, standings


class LadderStandingSerializer(serializers.Serializer[Any]):
    """A bot that takes part."""

    bot = PlayerRefSerializer()
    uncertainty = serializers.IntegerField(help_text="One standard error of the rating now.")
    version = serializers.IntegerField(help_text="The number of the version that is live.")
    paused = serializers.BooleanField(help_text="It plays nothing until its owner says so.")
    games = GameCountsSerializer(help_text="On the ladder, begun in the last 30 days.")


class LadderGameSerializer(serializers.Serializer[Any]):
    """A game that the ladder has begun. Ratings are those of that moment."""

    game = GameSerializer()
    first_version = serializers.IntegerField(help_text="The one that was live when it began.")
    second_version = serializers.IntegerField()
    sought_for = serializers.ChoiceField(
        choices=SoughtFor.choices, help_text="For which of the two an opponent was sought."
    )
    number = serializers.IntegerField(help_text="Which of their games that count for the limit.")
    why = serializers.CharField(help_text="Why these two were paired, as a sentence.")
    created = serializers.DateTimeField()


class Ladder(Endpoint):
    @extend_schema(
        operation_id="ladder",
        tags=["ladder"],
        parameters=[PageQuery],
        responses={200: page_of(LadderStandingSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The bots that take part in the ladder, the best first."""
        limit = query(PageQuery, request)["limit"]
        return paged_together(request, bots(), written_standings, ORDER, limit)


class LadderGames(Endpoint):
    @extend_schema(
        operation_id="ladder_games",
        tags=["ladder"],
        parameters=[PageQuery],
        responses={200: page_of(LadderGameSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The games of the ladder, the newest first, each with why it was paired."""
        limit = query(PageQuery, request)["limit"]
        return paged(request, games(), written_game, ("-id",), limit)


def written_standings(accounts: Sequence[User]) -> list[dict[str, Any]]:
    return [_written(standing) for standing in standings(accounts, timezone.now())]


def _written(standing: Standing) -> dict[str, Any]:
    tally = standing.tally
    return {
        "bot": player_ref(standing.account),
        "uncertainty": round(standing.account.rating_deviation),
        "version": standing.version,
        "paused": standing.is_paused,
        "games": {
            "running": tally.running,
            "won": tally.won,
            "lost": tally.lost,
            "drawn": tally.drawn,
        },
    }


def written_game(row: LadderGame) -> dict[str, Any]:
    return {
        "game": game_short(row.game),
        "first_version": row.first_version.number,
        "second_version": row.second_version.number,
        "sought_for": row.sought_for,
        "number": row.number,
        "why": why(row),
        "created": instant(row.created),
    }
