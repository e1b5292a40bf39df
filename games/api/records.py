"""Games to take away: the record of one, and finished ones in bulk."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db.models import Q
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Game, GameStatus, Move
from games.models.game import GameQuerySet
from games.presenters.moves import record_of, record_with
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint
from sumendi_site.api.parsing import query
from sumendi_site.api.renderers import Lines, PlainText
from sumendi_site.api.throttles import FewPerMinute
from sumendi_site.live.files import sent

from .game_shapes import (
    MOVE,
    GameDetailSerializer,
    MoveRow,
    find,
    game_short,
    page_url,
    taken_back,
    written_moves,
)
from .games import GamesFilter, filtered

MOST_LINES = 1000
BATCH = 50
"""Games that are in memory at once."""


class ExportQuery(GamesFilter):
    after = serializers.IntegerField(
        required=False, min_value=1, help_text="The last game that you have: go on behind it."
    )

    def validate_after(self, game_id: int) -> Game:
        game = Game.objects.filter(pk=game_id, status=GameStatus.FINISHED).first()
        if game is None:
            raise ValidationError("There is no finished game of this number.")
        return game


class ExportedGameSerializer(GameDetailSerializer):
    """One line: a game with its moves and its record."""

    record = serializers.CharField()


class OneRecord(Endpoint):
    renderer_classes = (PlainText,)

    @extend_schema(
        operation_id="game_record",
        tags=["games"],
        responses={(200, PlainText.media_type): OpenApiTypes.STR},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The record of a game, as a text."""
        game = find(game_id)
        return Response(str(record_of(game, page_url(game))))


class Export(Endpoint):
    may_need = Scope.READ
    renderer_classes = (Lines,)
    throttle_classes = (FewPerMinute,)

    @extend_schema(
        operation_id="games_export",
        tags=["games"],
        parameters=[ExportQuery],
        responses={(200, Lines.media_type): ExportedGameSerializer},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Finished games, the first that ended first, a line each; at most 1000. Ask again
        `after` the last of them for more."""
        asked = query(ExportQuery, request)
        games = filtered(request, _finished(asked.get("after")), asked)
        order = games.order_by("finished", "pk").values_list("pk", flat=True)
        chunks = _chunks(list(order[:MOST_LINES]))
        return sent(request._request, chunks, Lines.media_type)


def _finished(after: Game | None) -> GameQuerySet:
    games = Game.objects.filter(status=GameStatus.FINISHED)
    if after is None:
        return games
    later = Q(finished__gt=after.finished) | Q(pk__gt=after.pk)
    return games.filter(later, finished__gte=after.finished)


def _chunks(game_ids: Sequence[int]) -> Iterator[bytes]:
    """The lines of the games, some at a time."""
    for start in range(0, len(game_ids), BATCH):
        yield b"".join(_lines(game_ids[start : start + BATCH]))


def _lines(game_ids: Sequence[int]) -> Iterator[bytes]:
    games = Game.objects.with_owners().in_bulk(game_ids)
    rows: dict[int, list[MoveRow]] = defaultdict(list)
    moves = Move.objects.filter(game__in=game_ids).order_by("game_id", "ply")
    for game_id, *row in moves.values_list("game_id", *MOVE):
        rows[game_id].append(tuple(row))
    for game_id in game_ids:
        if game := games.get(game_id):
            yield _line(game, rows[game_id])


def _line(game: Game, rows: Sequence[MoveRow]) -> bytes:
    record = record_with(game, page_url(game), (text for _, _, text, *_ in rows))
    line = game_short(game) | {
        "moves": written_moves(game, rows),
        "taken_back": taken_back(game),  # asks for those of the few games that have some
        "record": str(record),
    }
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"
