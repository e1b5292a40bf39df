"""Bots: all of them, registering one, and what its owner does with it."""

from http import HTTPStatus

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.services.bots import active_bots, named
from sumendi_site.accounts.about import validate_about
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST, validate_chosen_name, validate_username
from sumendi_site.accounts.tokens import ApiToken, Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.idempotency import PARAMETER, KeyReused, key_for
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of

from .bot_shapes import BotInListSerializer, BotSerializer, bot, bot_in_list


@example({"about": "Plays at random, but fast."})
class AboutBotBody(Strict):
    about = serializers.CharField(
        max_length=1000, allow_blank=True, validators=[validate_about], help_text="For its page."
    )


@example({"name": "obsidian", "about": "Plays at random, but fast."})
class NewBotBody(Strict):
    name = serializers.CharField(
        max_length=LONGEST, validators=[validate_username, validate_chosen_name]
    )
    about = serializers.CharField(
        default="",
        max_length=1000,
        allow_blank=True,
        validators=[validate_about],
        help_text="For its page.",
    )


class Bots(Endpoint):
    scopes = {"POST": Scope.BOT}

    @extend_schema(
        operation_id="bots",
        tags=["bots"],
        parameters=[PageQuery],
        responses={200: page_of(BotInListSerializer)},
    )
    def get(self, request: Request) -> Response:
        """Everybody's bots and the house bots, the newest first."""
        limit = query(PageQuery, request)["limit"]
        return paged(request, active_bots(), bot_in_list, ("-date_joined", "-id"), limit)

    @extend_schema(
        operation_id="bot_register",
        tags=["bots"],
        parameters=[PARAMETER],
        request=NewBotBody,
        responses={201: BotSerializer, 200: BotSerializer},
    )
    def post(self, request: Request) -> Response:
        """Register a bot of yours; you can have ten. It plays with a token that you make for it.
        200 when this idempotency key had registered it before, unless you have described it anew
        since."""
        asked = body(NewBotBody, request)
        owner = caller(request)
        key = key_for(request, owner, "bot")
        registered = services.register_bot(owner, asked["name"], asked["about"], key)
        account = registered.account
        if (account.username, account.about) != (asked["name"], strip_invisible(asked["about"])):
            raise KeyReused
        status = HTTPStatus.OK if registered.repeated else HTTPStatus.CREATED
        return Response(bot(named(asked["name"]), owner), status=status)


class OneBot(Endpoint):
    scopes = {"PATCH": Scope.BOT, "DELETE": Scope.BOT}

    @extend_schema(operation_id="bot", tags=["bots"], responses={200: BotSerializer})
    def get(self, request: Request, name: str) -> Response:
        """One bot, whoever runs it. Its owner, by a token with the scope read or bot, is told of
        its recent faults, too."""
        return Response(bot(named(name), owner_told(request)))

    @extend_schema(
        operation_id="bot_describe",
        tags=["bots"],
        request=AboutBotBody,
        responses={200: BotSerializer},
    )
    def patch(self, request: Request, name: str) -> Response:
        """Say what your bot is."""
        about = body(AboutBotBody, request)["about"]
        return Response(bot(services.describe_bot(caller(request), name, about), caller(request)))

    @extend_schema(operation_id="bot_retire", tags=["bots"], responses={204: None})
    def delete(self, request: Request, name: str) -> Response:
        """Close the account of your bot for good: its tokens and open offers go. Its running games
        go on without it, and are lost on time at the latest."""
        services.retire_bot(caller(request), name)
        return Response(status=HTTPStatus.NO_CONTENT)


def owner_told(request: Request) -> User | None:
    """The caller, if the token is good for what is not public."""
    token = request.auth
    if not isinstance(token, ApiToken):
        return None
    is_told = token.is_good_for(Scope.READ) or token.is_good_for(Scope.BOT)
    return caller(request) if is_told else None
