"""What organisers do with a whole tournament."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endings import NothingBody
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, body
from sumendi_site.api.schema import example
from tournaments.models import Tournament
from tournaments.services import finishing, settings, starting
from tournaments.services.messages import LONGEST, write_to_all

from .finding import event, somebody
from .shapes import LogLineSerializer, TournamentSerializer, written_line, written_tournament


@example({"why": "Too few players."})
class CancelBody(Strict):
    why = serializers.CharField(default="", allow_blank=True, max_length=500)


@example({"text": "The next round begins on Monday."})
class MessageBody(Strict):
    text = serializers.CharField(max_length=LONGEST)


def _act(request: Request, slug: str, act: Callable[[User, str], Tournament]) -> Response:
    body(NothingBody, request)
    tournament = act(caller(request), event(request, slug).slug)
    return Response(written_tournament(tournament))


class Opening(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_open",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: TournamentSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Let players see the tournament and enter."""
        return _act(request, slug, settings.open_registration)


class Start(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_start",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: TournamentSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Begin it: players get their numbers, and from now on the rules stand."""
        return _act(request, slug, starting.start)


class Finish(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_finish",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: TournamentSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """End it: after its last round the standings are final."""
        return _act(request, slug, finishing.finish)


class Cancellation(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_cancel",
        tags=["tournaments"],
        request=CancelBody,
        responses={200: TournamentSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Call it off, for good. Games that run go on."""
        asked = body(CancelBody, request)
        tournament = settings.cancel(caller(request), event(request, slug).slug, asked["why"])
        return Response(written_tournament(tournament))


class Message(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_message",
        tags=["tournaments"],
        request=MessageBody,
        responses={200: LogLineSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Write to all who play. The same text again within a day is not sent again."""
        text = body(MessageBody, request)["text"]
        line = write_to_all(caller(request), event(request, slug).slug, text)
        return Response(written_line(line))


class CoOrganiser(Endpoint):
    scopes = {"PUT": Scope.TOURNAMENT, "DELETE": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_organiser_add",
        tags=["tournaments"],
        request=None,
        responses={200: TournamentSerializer},
    )
    def put(self, request: Request, slug: str, name: str) -> Response:
        """Let somebody organise it with you."""
        return self._change(request, slug, name, settings.add_co_organiser)

    @extend_schema(
        operation_id="tournament_organiser_remove",
        tags=["tournaments"],
        responses={200: TournamentSerializer},
    )
    def delete(self, request: Request, slug: str, name: str) -> Response:
        """Let somebody organise it no more; co-organisers can leave by themselves."""
        return self._change(request, slug, name, settings.remove_co_organiser)

    def _change(
        self, request: Request, slug: str, name: str, change: Callable[[User, str, User], Any]
    ) -> Response:
        tournament = change(caller(request), event(request, slug).slug, somebody(name))
        return Response(written_tournament(tournament))
