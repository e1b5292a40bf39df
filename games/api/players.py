"""Who somebody is."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.presenters.tally import tally_of
from sumendi_site.api.endpoint import Endpoint

from .player_shapes import PlayerSerializer, find_player, player_full


class Player(Endpoint):
    @extend_schema(operation_id="players_read", tags=["players"], responses={200: PlayerSerializer})
    def get(self, request: Request, name: str) -> Response:
        """Somebody's account: rating, games, and what they say about themselves."""
        player = find_player(name)
        return Response(player_full(player, tally_of(player)))
