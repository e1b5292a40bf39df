"""What a player can do in a game, and making moves above all."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import Game
from games.rules import IllegalMoveError, Reason
from games.rules.plies import KEEP, SWAP
from games.services.errors import SIDE_CHOICE, NotALegalMove
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example

from .game_shapes import GameDetailSerializer, find, game_detail

LONGEST_MOVE = 100
MOST_PLIES = 32_767
"""No game has nearly as many: cells are filled for good."""


@example({"ply": 3, "move": "d4"})
class MoveBody(Strict):
    ply = serializers.IntegerField(
        min_value=1, max_value=MOST_PLIES, help_text="The one that the move is for."
    )
    move = serializers.CharField(
        max_length=LONGEST_MOVE, help_text="d4, d4:c3-c2,e5-e7; at ply 2 swap or keep."
    )
    takebacks = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_PLIES,
        help_text="Of the game as you know it: refused where more moves were taken back since.",
    )


class PlayedSerializer(serializers.Serializer[Any]):
    """A move as it was stored."""

    ply = serializers.IntegerField()
    move = serializers.CharField()
    repeated = serializers.BooleanField(help_text="It had been stored before.")
    game = GameDetailSerializer()


class LegalQuery(Strict):
    cell = serializers.CharField(
        required=False, max_length=3, help_text="A placement, to be told its spills."
    )


class LegalSerializer(serializers.Serializer[Any]):
    """What can be played next; nothing when the game has ended."""

    ply = serializers.IntegerField(help_text="The next ply.")
    to_move = serializers.CharField(allow_null=True)
    choices = serializers.ListField(child=serializers.ChoiceField(choices=[SWAP, KEEP]))
    placements = serializers.ListField(child=serializers.CharField())
    cell = serializers.CharField(required=False)
    targets = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="By what must spill: where it can. No two may take the same target.",
    )


class Moves(Endpoint):
    scopes = {"POST": Scope.PLAY}

    @extend_schema(
        operation_id="game_move",
        tags=["games"],
        request=MoveBody,
        responses={201: PlayedSerializer, 200: PlayedSerializer},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Make a move. The same move for the same ply again is no error: it answers 200. Where your
        opponent had prepared a reply, it has been played, too: the game that is told has gone on.
        """
        sent = body(MoveBody, request)
        text, takebacks = sent["move"].lower(), sent.get("takebacks")
        played = services.play(game_id, caller(request), sent["ply"], text, takebacks)
        answer = {
            "ply": played.move.ply,
            "move": played.move.text,
            "repeated": played.repeated,
            "game": game_detail(played.game),
        }
        return Response(answer, 200 if played.repeated else 201)


class Legal(Endpoint):
    @extend_schema(
        operation_id="game_legal",
        tags=["games"],
        parameters=[LegalQuery],
        responses={200: LegalSerializer},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The legal placements; with a `cell`, what a volcano there makes spill, and where to.
        Full moves can be far too many to list."""
        asked = query(LegalQuery, request)
        game = find(game_id)
        places = game.is_running and not game.awaits_side_choice
        answer: dict[str, Any] = {
            "ply": game.ply_count + 1,
            "to_move": game.to_move.username if game.to_move else None,
            "choices": [SWAP, KEEP] if game.awaits_side_choice else [],
            "placements": game.current.placements() if places else [],
        }
        if "cell" in asked:
            cell = asked["cell"].lower()
            answer |= {"cell": cell, "targets": _targets(game, cell)}
        return Response(answer)


def _targets(game: Game, cell: str) -> dict[str, list[str]]:
    if not game.is_running:
        raise NotALegalMove("This game is over.", reason=Reason.OVER)
    if game.awaits_side_choice:
        raise NotALegalMove("Ply 2 is the choice of side: swap or keep.", reason=SIDE_CHOICE)
    try:
        return game.current.targets(cell)
    except IllegalMoveError as error:
        raise NotALegalMove(str(error), reason=error.reason) from error
