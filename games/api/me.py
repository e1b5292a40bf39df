"""Who am I?"""

from typing import Any, cast

from django.db.models import Count, Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Game
from sumendi_site.accounts.tokens import ApiToken, Scope
from sumendi_site.api.endpoint import Endpoint, caller

from .shapes import PlayerRefSerializer, player_ref


class TokenSerializer(serializers.Serializer[Any]):
    """A token, without its text."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    expires = serializers.DateTimeField()


class MeSerializer(PlayerRefSerializer):
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
        mine = Game.objects.running().of(player)
        counts = mine.aggregate(running=Count("pk"), my_turn=Count("pk", filter=Q(to_move=player)))
        used = {"name": token.name, "scopes": token.scopes, "expires": token.expiry}
        return Response({**player_ref(player), "token": used, **counts})
