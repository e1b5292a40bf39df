"""The tokens with which bots play, for their owners."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.services.bots import tokens_of
from sumendi_site.accounts.about import validate_about
from sumendi_site.accounts.tokens import LONGEST_LIFE, LONGEST_NAME, ApiToken, Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of

from .game_shapes import instant


class BotTokenSerializer(serializers.Serializer[Any]):
    """A token of a bot, without its text."""

    id = serializers.CharField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    expires = serializers.DateTimeField()
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True, help_text="To five minutes.")


class NewBotTokenSerializer(BotTokenSerializer):
    """A token of a bot with its text, which is told this once."""

    token = serializers.CharField(help_text="Keep it: nobody can read it again.")


@example({"name": "on my laptop", "days": 90})
class NewTokenBody(Strict):
    name = serializers.CharField(
        max_length=LONGEST_NAME, validators=[validate_about], help_text="To tell tokens apart."
    )
    days = serializers.IntegerField(
        default=365, min_value=1, max_value=LONGEST_LIFE, help_text="Until it expires."
    )


class BotTokens(Endpoint):
    scopes = {"GET": Scope.BOT, "POST": Scope.BOT}

    @extend_schema(
        operation_id="bot_tokens",
        tags=["bots"],
        parameters=[PageQuery],
        responses={200: page_of(BotTokenSerializer)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The tokens of your bot, the newest first."""
        limit = query(PageQuery, request)["limit"]
        tokens = tokens_of(caller(request), name)
        return paged(request, tokens, token_written, ("-created", "code"), limit)

    @extend_schema(
        operation_id="bot_token_make",
        tags=["bots"],
        request=NewTokenBody,
        responses={201: NewBotTokenSerializer},
    )
    def post(self, request: Request, name: str) -> Response:
        """Make a token for your bot, with the scopes read, play and challenge."""
        asked = body(NewTokenBody, request)
        token, text = services.make_bot_token(caller(request), name, asked["name"], asked["days"])
        return Response({**token_written(token), "token": text}, status=HTTPStatus.CREATED)


class OneBotToken(Endpoint):
    scopes = {"DELETE": Scope.BOT}

    @extend_schema(operation_id="bot_token_revoke", tags=["bots"], responses={204: None})
    def delete(self, request: Request, name: str, code: str) -> Response:
        """Revoke a token of your bot: it stops working at once."""
        services.revoke_bot_token(caller(request), name, code)
        return Response(status=HTTPStatus.NO_CONTENT)


def token_written(token: ApiToken) -> dict[str, Any]:
    return {
        "id": token.code,
        "name": token.name,
        "scopes": token.scopes,
        "expires": instant(token.expiry),
        "created": instant(token.created),
        "last_used": instant(token.last_used),
    }
