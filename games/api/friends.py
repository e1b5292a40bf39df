"""Whom you count among your friends."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import query
from sumendi_site.api.schema import page_of

from .player_shapes import find_player
from .shapes import PlayerRefSerializer, player_ref


class FriendSerializer(serializers.Serializer[Any]):
    """Whether a player is among your friends."""

    player = PlayerRefSerializer()
    friend = serializers.BooleanField()


class Friends(Endpoint):
    scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="friends",
        parameters=[PageQuery],
        responses={200: page_of(PlayerRefSerializer)},
    )
    def get(self, request: Request) -> Response:
        """Your friends, the newest first. Nobody else sees this list."""
        limit = query(PageQuery, request)["limit"]
        mine = caller(request).follows.select_related("followed__owner")
        return paged(request, mine, lambda one: player_ref(one.followed), ("-id",), limit)


class Friend(Endpoint):
    scopes = {"PUT": Scope.PLAY, "DELETE": Scope.PLAY}

    @extend_schema(operation_id="friend_add", request=None, responses={200: FriendSerializer})
    def put(self, request: Request, name: str) -> Response:
        """Count this player among your friends. They are not told."""
        other = find_player(name)
        services.follow(caller(request), other)
        return Response({"player": player_ref(other), "friend": True})

    @extend_schema(operation_id="friend_remove", request=None, responses={204: None})
    def delete(self, request: Request, name: str) -> Response:
        """Take that back."""
        services.unfollow(caller(request), find_player(name))
        return Response(status=204)
