"""Standings, report files, records and the log."""

from typing import Any

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sumendi_site.api.endpoint import Endpoint
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, query
from sumendi_site.api.renderers import PlainText
from sumendi_site.api.schema import page_of
from tournaments.models.round import CODES
from tournaments.services.errors import RoundNotFound
from tournaments.services.finding import find_round
from tournaments.services.interop.records import records_of
from tournaments.services.interop.trf import trf16, trf26
from tournaments.services.tables import Cell, Line, Table, standings
from tournaments.services.terms import MOST_ROUNDS
from tournaments.swiss.event import Colour

from .finding import event
from .shapes import LogLineSerializer, written_line

VERSIONS = {26: trf26, 16: trf16}
FIRST_OR_SECOND = [("first", "First"), ("second", "Second")]
SEATS = {Colour.WHITE.value: "first", Colour.BLACK.value: "second"}


class StandingsQuery(Strict):
    after = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_ROUNDS, help_text="By default the newest round."
    )


class TrfQuery(Strict):
    version = serializers.ChoiceField(
        choices=[(str(one), f"TRF{one}") for one in VERSIONS], default="26"
    )


class ValueSerializer(serializers.Serializer[Any]):
    """A value that ranks: the points first, then the tie-breaks."""

    code = serializers.CharField()
    value = serializers.CharField()
    sum = serializers.CharField(help_text="How it came about.")


class CellSerializer(serializers.Serializer[Any]):
    """What somebody got in a round."""

    result = serializers.ChoiceField(
        choices=CODES, allow_null=True, help_text="Null while the game runs."
    )
    opponent = serializers.IntegerField(allow_null=True, help_text="The pairing number.")
    seat = serializers.ChoiceField(choices=FIRST_OR_SECOND, allow_null=True)


class StandingsLineSerializer(serializers.Serializer[Any]):
    """A player's line."""

    rank = serializers.IntegerField(help_text="Shared by those whom nothing parts.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    bot = serializers.BooleanField()
    rating = serializers.IntegerField(allow_null=True)
    withdrawn = serializers.BooleanField()
    points = serializers.CharField()
    values = ValueSerializer(many=True)
    rounds = CellSerializer(many=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings after a round; provisional while its games are played."""

    after = serializers.IntegerField()
    provisional = serializers.BooleanField()
    lines = StandingsLineSerializer(many=True)


class Standings(Endpoint):
    @extend_schema(
        operation_id="tournament_standings",
        tags=["tournaments"],
        parameters=[StandingsQuery],
        responses={200: StandingsSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everybody's line, the first first, each value with its sum; empty before the start."""
        after = query(StandingsQuery, request).get("after")
        try:
            table = standings(event(request, slug), after)
        except ValueError as error:
            raise RoundNotFound from error
        return Response(written_table(table))


class Report(Endpoint):
    renderer_classes = (PlainText,)

    @extend_schema(
        operation_id="tournament_trf",
        tags=["tournaments"],
        parameters=[TrfQuery],
        responses={(200, PlainText.media_type): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The report file of federations, after the finished rounds."""
        write = VERSIONS[int(query(TrfQuery, request)["version"])]
        return Response(write(event(request, slug)).decode())


class Records(Endpoint):
    renderer_classes = (PlainText,)

    @extend_schema(
        operation_id="tournament_records",
        tags=["tournaments"],
        responses={(200, PlainText.media_type): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """The records of a round's games, one after another."""
        round_ = find_round(event(request, slug), number)
        return Response(records_of(round_, settings.SITE_URL))


class Log(Endpoint):
    @extend_schema(
        operation_id="tournament_log",
        tags=["tournaments"],
        parameters=[PageQuery],
        responses={200: page_of(LogLineSerializer)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """What was done, the newest first."""
        limit = query(PageQuery, request)["limit"]
        rows = event(request, slug).log.select_related("by")
        return paged(request, rows, written_line, ("-id",), limit)


def written_table(table: Table) -> dict[str, Any]:
    return {
        "after": table.after,
        "provisional": table.is_provisional,
        "lines": [_line(line) for line in table.lines],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "number": line.number,
        "name": line.name,
        "bot": line.is_bot,
        "rating": line.rating or None,
        "withdrawn": line.has_withdrawn,
        "points": line.points,
        "values": [
            {"code": value.code, "value": value.text, "sum": value.sum} for value in line.values
        ],
        "rounds": [_cell(cell) for cell in line.cells],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    seat = SEATS.get(cell.seat)
    return {"result": cell.code or None, "opponent": cell.opponent, "seat": seat}
