"""Conditional moves, for the player alone who has prepared them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules import Position
from games.services import conditions
from games.services.conditions import Prepared
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, body
from sumendi_site.api.schema import example

from .explorations import MOST_NUMBER, TreeField
from .game_shapes import instant
from .moves import MOST_PLIES


@example(
    {
        "version": 0,
        "from_ply": 0,
        "tree": {
            "start": str(Position.start(5)),
            "children": [{"text": "e5", "children": [{"text": "swap"}]}],
        },
    }
)
class ConditionsBody(Strict):
    version = serializers.IntegerField(
        min_value=0, max_value=MOST_NUMBER, help_text="The one that this takes the place of."
    )
    from_ply = serializers.IntegerField(
        min_value=0, max_value=MOST_PLIES, help_text="The tree begins after so many plies."
    )
    tree = TreeField(help_text="With one move of yours at most wherever it is your turn.")


class ConditionsSerializer(serializers.Serializer[Any]):
    """What you have prepared."""

    version = serializers.IntegerField(help_text="0 before anything was saved.")
    from_ply = serializers.IntegerField(help_text="The tree begins after so many plies.")
    tree = TreeField()
    alive = serializers.IntegerField(help_text="The lines that can still be played.")
    ply = serializers.IntegerField(help_text="Plies played in the game.")
    updated = serializers.DateTimeField(allow_null=True)


class ConditionsOfGame(Endpoint):
    scopes = {"GET": Scope.READ, "PUT": Scope.PLAY, "DELETE": Scope.PLAY}

    @extend_schema(
        operation_id="game_conditions", tags=["games"], responses={200: ConditionsSerializer}
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Your conditional moves. Nobody else can read them."""
        return _told(conditions.read(game_id, caller(request)))

    @extend_schema(
        operation_id="game_prepare",
        tags=["games"],
        request=ConditionsBody,
        responses={200: ConditionsSerializer},
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Prepare your replies: each is played with the opponent's ply that it answers, at once and
        without time. Saving plays nothing. If others were saved since `version`, this is refused as
        `conditions_changed`: read them first."""
        sent = body(ConditionsBody, request)
        player = caller(request)
        return _told(
            conditions.save(game_id, player, sent["version"], sent["from_ply"], sent["tree"])
        )

    @extend_schema(
        operation_id="game_conditions_clear",
        tags=["games"],
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, game_id: int) -> Response:
        """Play nothing by condition any more."""
        conditions.clear(game_id, caller(request))
        return Response(status=204)


def _told(prepared: Prepared) -> Response:
    kept = prepared.conditions
    return Response(
        {
            "version": kept.version,
            "from_ply": kept.from_ply,
            "tree": kept.tree,
            "alive": prepared.alive,
            "ply": len(prepared.plies),
            "updated": instant(kept.updated) if kept.version else None,
        }
    )
