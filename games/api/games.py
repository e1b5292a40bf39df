"""Games: everybody's, and one of them."""

import hashlib
import json
from typing import Any

from django.db.models import Q
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Game, GameStatus
from games.models.game import GameQuerySet
from games.rules import SIZES
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller, require
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, query
from sumendi_site.api.schema import page_of

from .game_shapes import (
    GameDetailSerializer,
    GameSerializer,
    find,
    game_short,
    plies,
)

IF_NONE_MATCH = OpenApiParameter(
    name="If-None-Match",
    location=OpenApiParameter.HEADER,
    description="The ETag of what you have: 304 while it is still so.",
)


class GamesFilter(Strict):
    """Which games are asked for; what is left out stands for all."""

    player = serializers.CharField(required=False, max_length=LONGEST)
    size = serializers.ChoiceField(required=False, choices=SIZES)
    rated = serializers.BooleanField(required=False)
    since = serializers.DateTimeField(
        required=False, help_text="Games that began or ended at this instant or later."
    )
    mine = serializers.BooleanField(required=False, help_text="Your own; needs the scope read.")

    def validate_player(self, name: str) -> User:
        player = User.objects.named(name)
        if player is None:
            raise ValidationError("There is no player of this name.")
        return player


class GamesQuery(GamesFilter, PageQuery):
    status = serializers.ChoiceField(required=False, choices=GameStatus.choices)
    my_turn = serializers.BooleanField(
        required=False, help_text="Those that wait for you; needs the scope read."
    )


class Games(Endpoint):
    may_need = Scope.READ

    @extend_schema(
        operation_id="games",
        tags=["games"],
        parameters=[GamesQuery],
        responses={200: page_of(GameSerializer)},
    )
    def get(self, request: Request) -> Response:
        """Games, the newest first; finished ones by their end, those that wait for you by the
        time that is left."""
        asked = query(GamesQuery, request)
        return games_page(request, Game.objects.all(), asked)


class OneGame(Endpoint):
    @extend_schema(
        operation_id="game",
        tags=["games"],
        parameters=[IF_NONE_MATCH],
        responses={200: GameDetailSerializer, 304: None},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """A game with its moves."""
        game = find(game_id)
        short = game_short(game)
        headers = {"ETag": _etag(short), "Cache-Control": "no-cache"}
        if _is_known(request, headers["ETag"]):
            return Response(status=304, headers=headers)
        return Response({**short, **plies(game)}, headers=headers)


def games_page(request: Request, games: GameQuerySet, asked: dict[str, Any]) -> Response:
    """A page of those `games` that a GamesQuery asks for."""
    chosen = filtered(request, games, asked)
    order: tuple[str, ...] = ("-id",)
    if "status" in asked:
        chosen = chosen.filter(status=asked["status"])
    if asked.get("status") == GameStatus.FINISHED:
        order = ("-finished", "-id")
    if asked.get("my_turn"):
        require(request, Scope.READ)
        chosen = chosen.waiting_for(caller(request))
        order = ("deadline", "id")
    return paged(request, chosen.with_owners(), game_short, order, asked["limit"])


def filtered(request: Request, games: GameQuerySet, asked: dict[str, Any]) -> GameQuerySet:
    """Those of the games that a GamesFilter asks for."""
    if asked.get("mine"):
        require(request, Scope.READ)
        games = games.of(caller(request))
    if "player" in asked:
        games = games.of(asked["player"])
    if "since" in asked:
        games = games.filter(Q(created__gte=asked["since"]) | Q(finished__gte=asked["since"]))
    columns = {name: asked[name] for name in ("size", "rated") if name in asked}
    return games.filter(**columns)


def _etag(short: dict[str, Any]) -> str:
    """Whatever changes in a game changes what is written without its moves, too."""
    digest = hashlib.blake2b(json.dumps(short).encode(), digest_size=12)
    return f'"{digest.hexdigest()}"'


def _is_known(request: Request, etag: str) -> bool:
    """Compression makes an ETag a weak one on its way."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return known == ["*"] or etag in (tag.removeprefix("W/") for tag in known)
