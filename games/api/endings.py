"""Ending a game, and what else its players can do beside making moves."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, body
from sumendi_site.api.schema import example

from .game_shapes import GameDetailSerializer, game_detail
from .moves import MOST_PLIES

DRAW = {
    "offer": services.offer_draw,
    "accept": services.accept_draw,
    "decline": services.decline_draw,
}

TAKEBACK = {
    "ask": services.ask_takeback,
    "accept": services.accept_takeback,
    "decline": services.decline_takeback,
}


class NothingBody(Strict):
    """Nothing needs to be said."""


@example({"ply": 3})
class PlyBody(Strict):
    ply = serializers.IntegerField(
        min_value=0, max_value=MOST_PLIES, help_text="The newest one that you have seen."
    )


@example({"ply": 3, "action": "offer"})
class DrawBody(PlyBody):
    action = serializers.ChoiceField(choices=list(DRAW))


@example({"ply": 3, "action": "ask"})
class TakebackBody(PlyBody):
    action = serializers.ChoiceField(choices=list(TAKEBACK))


class Resign(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_resign",
        tags=["games"],
        request=NothingBody,
        responses={200: GameDetailSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Give the game up."""
        body(NothingBody, request)
        return Response(game_detail(services.resign(game_id, caller(request))))


class Cancel(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_cancel",
        tags=["games"],
        request=NothingBody,
        responses={200: GameDetailSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Call the game off, before the second player has chosen a side."""
        body(NothingBody, request)
        return Response(game_detail(services.cancel(game_id, caller(request))))


class Draw(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_draw",
        tags=["games"],
        request=DrawBody,
        responses={200: GameDetailSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Offer a draw, or answer the offer of your opponent. An offer stands until the next
        ply; offering one where your opponent has offered one accepts it."""
        sent = body(DrawBody, request)
        act = DRAW[sent["action"]]
        return Response(game_detail(act(game_id, caller(request), sent["ply"])))


class Takeback(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_takeback",
        tags=["games"],
        request=TakebackBody,
        responses={200: GameDetailSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """In a casual game, ask to take back your newest move and what followed, or answer your
        opponent who asks for that. A request stands until the next ply. House bots agree at once;
        bots whose program runs on this site refuse."""
        sent = body(TakebackBody, request)
        act = TAKEBACK[sent["action"]]
        return Response(game_detail(act(game_id, caller(request), sent["ply"])))


class GiveTime(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_give_time",
        tags=["games"],
        request=PlyBody,
        responses={200: GameDetailSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Give your opponent 24 hours more for the running turn, once a turn."""
        sent = body(PlyBody, request)
        return Response(game_detail(services.give_day(game_id, caller(request), sent["ply"])))
