"""Who somebody is, and what they play."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Game
from games.presenters.tally import tally_of
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint
from sumendi_site.api.parsing import query
from sumendi_site.api.schema import page_of

from .game_shapes import GameSerializer
from .games import GamesQuery, games_page
from .player_shapes import PlayerSerializer, find_player, player_full


class Player(Endpoint):
    @extend_schema(operation_id="player", responses={200: PlayerSerializer})
    def get(self, request: Request, name: str) -> Response:
        """Somebody's account: rating, games, and what they say about themselves."""
        player = find_player(name)
        return Response(player_full(player, tally_of(player)))


class PlayerGames(Endpoint):
    may_need = Scope.READ

    @extend_schema(
        operation_id="player_games",
        parameters=[GamesQuery],
        responses={200: page_of(GameSerializer)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The games of a player, in the order of the list of all games. `player` asks for those
        against somebody."""
        asked = query(GamesQuery, request)
        return games_page(request, Game.objects.of(find_player(name)), asked)
