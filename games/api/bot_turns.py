"""The turns that a bot's uploaded program was asked for, for its owner."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.bots.turns.asking import question_of
from games.services.bot_turns import find_turn, turns_of
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import query
from sumendi_site.api.schema import page_of

from .bout_shapes import TurnDetailSerializer, TurnSerializer, turn_written


class BotTurns(Endpoint):
    scopes = {"GET": Scope.BOT}

    @extend_schema(
        operation_id="bot_turns",
        tags=["bots"],
        parameters=[PageQuery],
        responses={200: page_of(TurnSerializer)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The turns of your bot's program, the newest first. Each tells how long its runs took and
        what they printed, in games, checks and scrimmages alike."""
        limit = query(PageQuery, request)["limit"]
        return paged(request, turns_of(caller(request), name), turn_written, ("-id",), limit)


class OneBotTurn(Endpoint):
    scopes = {"GET": Scope.BOT}

    @extend_schema(operation_id="bot_turn", tags=["bots"], responses={200: TurnDetailSerializer})
    def get(self, request: Request, name: str, pk: int) -> Response:
        """A turn with the question as your bot's program read it."""
        turn = find_turn(caller(request), name, pk)
        question = question_of(turn).line().decode().rstrip("\n")
        return Response({**turn_written(turn), "question": question})
