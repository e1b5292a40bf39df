"""Who am I?"""

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.presenters.tally import tally_of
from sumendi_site.accounts.tokens import ApiToken, Scope
from sumendi_site.api.endpoint import Endpoint, caller

from .game_shapes import instant
from .player_shapes import PlayerSerializer, player_full


class TokenSerializer(serializers.Serializer[Any]):
    """A token, without its text."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    expires = serializers.DateTimeField()


class MeSerializer(PlayerSerializer):
    """The account of the token."""

    token = TokenSerializer()
    my_turn = serializers.IntegerField(help_text="Running games that wait for you.")
    running = serializers.IntegerField(help_text="Your running games.")


class Me(Endpoint):
    scopes = {"GET": Scope.READ}

    @extend_schema(operation_id="me", responses={200: MeSerializer})
    def get(self, request: Request) -> Response:
        """Your account, the token that you use, and how many games wait for you."""
        player, token = caller(request), cast(ApiToken, request.auth)
        counts = tally_of(player)
        used = {"name": token.name, "scopes": token.scopes, "expires": instant(token.expiry)}
        mine = {"token": used, "my_turn": counts.my_turn, "running": counts.running}
        return Response(player_full(player, counts) | mine)
