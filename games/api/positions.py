"""Judging positions and moves without a game."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules import SIZES, Move, MoveError, Position, PositionError, Side
from games.services.finishing import breakdown
from sumendi_site.api.endpoint import Endpoint
from sumendi_site.api.parsing import Strict, body
from sumendi_site.api.schema import example

from .game_shapes import ScoreSerializer
from .moves import LONGEST_MOVE

LONGEST_POSITION = 200
NO_POSITION: dict[str, Any] = {
    "position": None,
    "size": None,
    "turn": None,
    "is_over": None,
    "cells": {},
    "placements": [],
    "score": None,
    "move": None,
}


@example({"position": "5/6/7/8/9/2W5/2B4/1B4/b1b2 w", "move": "d4"})
class PositionBody(Strict):
    position = serializers.CharField(
        max_length=LONGEST_POSITION, help_text="Rows from the top down, then the side to move."
    )
    move = serializers.CharField(required=False, max_length=LONGEST_MOVE)


class CheckedMoveSerializer(serializers.Serializer[Any]):
    """A move as the rules see it."""

    legal = serializers.BooleanField()
    move = serializers.CharField(allow_null=True, help_text="As it is written properly.")
    reason = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    position = serializers.CharField(allow_null=True, help_text="The one after the move.")


class CheckedPositionSerializer(serializers.Serializer[Any]):
    """A position as the rules see it."""

    valid = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    position = serializers.CharField(allow_null=True, help_text="As it is written properly.")
    size = serializers.ChoiceField(choices=SIZES, allow_null=True)
    turn = serializers.ChoiceField(choices=list(Side), allow_null=True)
    is_over = serializers.BooleanField(allow_null=True)
    cells = serializers.DictField(
        child=serializers.CharField(), help_text="b3 is a black volcano of height 3, wL lava."
    )
    placements = serializers.ListField(child=serializers.CharField())
    score = ScoreSerializer(allow_null=True, help_text="If the game ended now.")
    move = CheckedMoveSerializer(allow_null=True)


class CheckPosition(Endpoint):
    @extend_schema(
        operation_id="position_check",
        tags=["positions"],
        request=PositionBody,
        responses={200: CheckedPositionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Is this a position, what can be played there, and what would a move lead to? It need
        not be one that a game can reach."""
        sent = body(PositionBody, request)
        try:
            position = Position.parse(sent["position"])
        except PositionError as error:
            wrong = {"valid": False, "reason": "bad_position", "message": str(error)}
            return Response(wrong | NO_POSITION)
        move = _judged(position, sent["move"].lower()) if "move" in sent else None
        return Response({**_described(position), "move": move})


def _described(position: Position) -> dict[str, Any]:
    return {
        "valid": True,
        "reason": None,
        "message": None,
        "position": str(position),
        "size": position.size,
        "turn": position.turn,
        "is_over": position.is_over,
        "cells": position.cells(),
        "placements": position.placements(),
        "score": breakdown(position.score()),
    }


def _judged(position: Position, text: str) -> dict[str, Any]:
    answer: dict[str, Any] = dict.fromkeys(CheckedMoveSerializer().fields)
    try:
        move = Move.parse(text)
        answer["move"] = str(move)
        answer["position"] = str(position.play(move))
    except MoveError as error:
        return answer | {"legal": False, "reason": error.reason, "message": str(error)}
    return answer | {"legal": True}
