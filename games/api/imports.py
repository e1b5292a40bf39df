"""Records from elsewhere: what is in a text, and one of them on a board."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import exploring, importing
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, body
from sumendi_site.api.schema import example

from .explorations import ExplorationDetailSerializer, exploration_detail

SHORTEST = '[Size "5"]\n[Result "*"]\n\n1. e5 keep 2. a1\n'


@example({"text": SHORTEST})
class RecordsBody(Strict):
    text = serializers.CharField(
        max_length=importing.MOST_CHARACTERS,
        trim_whitespace=False,
        help_text="Records, one behind the other; at most 1,000, and 256 KB by this way.",
    )


@example({"text": SHORTEST, "number": 1})
class OneRecordBody(RecordsBody):
    number = serializers.IntegerField(
        required=False, min_value=1, max_value=importing.MOST_GAMES, help_text="Which of several."
    )


class ListedRecordSerializer(serializers.Serializer[Any]):
    """A record by its tags, of which those that it lacks are empty. Nothing of it is checked."""

    number = serializers.IntegerField()
    first = serializers.CharField()
    second = serializers.CharField()
    event = serializers.CharField()
    date = serializers.CharField()
    size = serializers.CharField()
    result = serializers.CharField()


class ListedRecordsSerializer(serializers.Serializer[Any]):
    """What there is to choose from."""

    records = ListedRecordSerializer(many=True)


class Records(Endpoint):
    @extend_schema(
        operation_id="records",
        tags=["games"],
        request=RecordsBody,
        responses={200: ListedRecordsSerializer},
    )
    def post(self, request: Request) -> Response:
        """Which games are in a text of records? Nothing is kept."""
        games = importing.games_in(body(RecordsBody, request)["text"])
        return Response(ListedRecordsSerializer({"records": games}).data)


class Import(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="exploration_import",
        tags=["games"],
        request=OneRecordBody,
        responses={201: ExplorationDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Explore a record on a board of your own: its moves are the main variation. Of several
        records name one by its number. The same record again gives the same board while nothing
        was changed there."""
        sent = body(OneRecordBody, request)
        record = importing.record_in(sent["text"], sent.get("number"))
        made = exploring.from_record(caller(request), record)
        return Response(exploration_detail(made), 201)
