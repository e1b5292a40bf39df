"""Whom you want nothing to do with."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import query
from sumendi_site.api.schema import page_of

from .player_shapes import find_player
from .shapes import PlayerRefSerializer, player_ref


class BlockSerializer(serializers.Serializer[Any]):
    """Whether you block a player."""

    player = PlayerRefSerializer()
    blocked = serializers.BooleanField()


class Blocks(Endpoint):
    scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="blocks",
        parameters=[PageQuery],
        responses={200: page_of(PlayerRefSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The players whom you block, the last blocked first."""
        limit = query(PageQuery, request)["limit"]
        mine = caller(request).blocks.select_related("blocked__owner")
        return paged(request, mine, lambda block: player_ref(block.blocked), ("-id",), limit)


class Block(Endpoint):
    scopes = {"GET": Scope.READ, "PUT": Scope.PLAY, "DELETE": Scope.PLAY}

    @extend_schema(operation_id="block", responses={200: BlockSerializer})
    def get(self, request: Request, name: str) -> Response:
        """Whether you block this player."""
        other = find_player(name)
        return _told(other, blocked=caller(request).blocks.filter(blocked=other).exists())

    @extend_schema(operation_id="block_add", request=None, responses={200: BlockSerializer})
    def put(self, request: Request, name: str) -> Response:
        """Neither of you offers the other a game or writes to the other any more. Challenges
        between you are closed; games that you play already go on."""
        other = find_player(name)
        services.block(caller(request), other)
        return _told(other, blocked=True)

    @extend_schema(operation_id="block_remove", request=None, responses={204: None})
    def delete(self, request: Request, name: str) -> Response:
        """Take the block back."""
        services.unblock(caller(request), find_player(name))
        return Response(status=204)


def _told(other: User, *, blocked: bool) -> Response:
    return Response({"player": player_ref(other), "blocked": blocked})
