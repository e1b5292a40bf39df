"""The archive: finished games by the positions that they had."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.archive_forms import FIRST_YEAR, HIGHEST_RATING, LAST_YEAR
from games.models import ArchivedPosition, Game
from games.rules import Position, PositionError
from games.services import archive
from games.services.archive import ALL, Between, Continuation, Explored, Filters, Results
from games.services.errors import NoExportYet
from sumendi_site.api.endpoint import Endpoint
from sumendi_site.api.links import absolute
from sumendi_site.api.paging import PageQuery, paged_together
from sumendi_site.api.parsing import Strict, query
from sumendi_site.api.schema import page_of

from .game_shapes import GameSerializer, game_short
from .positions import LONGEST_POSITION


class ArchiveQuery(Strict):
    """Which games count; what is left out stands for all."""

    position = serializers.CharField(
        max_length=LONGEST_POSITION,
        help_text="Turned, mirrored and with the colours exchanged it is the same.",
    )
    rated = serializers.BooleanField(required=False, help_text="Rated games alone.")
    rating = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=HIGHEST_RATING,
        help_text="Both players had at least so many points before the game.",
    )
    between = serializers.ChoiceField(required=False, choices=list(Between))
    since = serializers.IntegerField(
        required=False, min_value=FIRST_YEAR, max_value=LAST_YEAR, help_text="A year."
    )
    until = serializers.IntegerField(
        required=False, min_value=FIRST_YEAR, max_value=LAST_YEAR, help_text="A year."
    )

    def validate_position(self, text: str) -> Position:
        try:
            return Position.parse(text)
        except PositionError as error:
            raise ValidationError(str(error)) from error


class ArchiveSearchQuery(ArchiveQuery, PageQuery):
    pass


class ArchivedGameSerializer(serializers.Serializer[Any]):
    """A game that had the position after the ply `ply`."""

    ply = serializers.IntegerField()
    game = GameSerializer()


class ArchiveResultsSerializer(serializers.Serializer[Any]):
    """How games with a result that counts ended for the side to move: on the empty board, for the
    first player."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    chosen = serializers.IntegerField(help_text="Games in which the second player chose a side.")
    swapped = serializers.IntegerField(help_text="Those in which it was Black.")


class ContinuationSerializer(serializers.Serializer[Any]):
    """A move in the position that was asked for, and all of its twins."""

    move = serializers.CharField()
    position = serializers.CharField(help_text="The one after it.")
    results = ArchiveResultsSerializer(help_text="Of the side that made the move.")


class ExploredSerializer(serializers.Serializer[Any]):
    """What was played in a position, the most frequent moves first."""

    position = serializers.CharField()
    games = serializers.IntegerField(help_text="Also those without a result that counts.")
    results = ArchiveResultsSerializer()
    moves = ContinuationSerializer(many=True)
    different = serializers.IntegerField(help_text="Moves that were played, listed or not.")


class ExportSerializer(serializers.Serializer[Any]):
    """A file of the records of all rated games, compressed by gzip."""

    url = serializers.URLField()
    name = serializers.CharField()
    day = serializers.DateField()
    games = serializers.IntegerField()
    bytes = serializers.IntegerField()
    licence = serializers.CharField(help_text="By its name in the list of SPDX.")


class ArchiveSearch(Endpoint):
    @extend_schema(
        operation_id="archive_search",
        tags=["archive"],
        parameters=[ArchiveSearchQuery],
        responses={200: page_of(ArchivedGameSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The finished games that had a position, the last ended first; annulled ones, too."""
        asked = query(ArchiveSearchQuery, request)
        rows = archive.games_with(asked["position"], _filters(asked))
        return paged_together(request, rows, _games, ("-finished", "-game_id"), asked["limit"])


class ArchiveExplorer(Endpoint):
    @extend_schema(
        operation_id="archive_explorer",
        tags=["archive"],
        parameters=[ArchiveQuery],
        responses={200: ExploredSerializer},
    )
    def get(self, request: Request) -> Response:
        """What was played in a position, and what came of it. Annulled games do not count."""
        asked = query(ArchiveQuery, request)
        return Response(_explored(archive.explore(asked["position"], _filters(asked))))


class ArchiveExportFile(Endpoint):
    may_be_missing = True

    @extend_schema(
        operation_id="archive_export", tags=["archive"], responses={200: ExportSerializer}
    )
    def get(self, request: Request) -> Response:
        """Where the newest file of all rated games is; a new one is made every night."""
        export = archive.newest_export()
        if export is None:
            raise NoExportYet
        return Response(
            {
                "url": absolute(reverse("archive-export")),
                "name": export.file_name,
                "day": export.day,
                "games": export.games,
                "bytes": export.size,
                "licence": archive.LICENCE,
            }
        )


def _filters(asked: dict[str, Any]) -> Filters:
    given = {name: asked[name] for name in vars(ALL) if name in asked}
    if "between" in given:
        given["between"] = Between(given["between"])
    return Filters(**given)


def _games(rows: Sequence[ArchivedPosition]) -> list[dict[str, Any]]:
    games = Game.objects.with_owners().in_bulk([row.game_id for row in rows])
    return [{"ply": row.ply, "game": game_short(games[row.game_id])} for row in rows]


def _explored(explored: Explored) -> dict[str, Any]:
    return {
        "position": str(explored.position),
        "games": explored.found,
        "results": _results(explored.results),
        "moves": [_continuation(one) for one in explored.moves],
        "different": explored.different,
    }


def _continuation(one: Continuation) -> dict[str, Any]:
    return {
        "move": str(one.move),
        "position": str(one.position),
        "results": _results(one.results),
    }


def _results(results: Results) -> dict[str, int]:
    return {name: getattr(results, name) for name in ("won", "drawn", "lost", "chosen", "swapped")}
