"""The rules by which bots whose programs run here answer challenges."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Bot
from games.rules import SIZES
from games.services.bots import change_rules, named
from games.services.challenge_rules import MOST_GAMES, Rules
from games.services.errors import BotNotFound
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, body
from sumendi_site.api.schema import example


@example(
    {
        "accepts_rated": True,
        "accepts_casual": True,
        "sizes": [5, 6],
        "most_games": 5,
        "on_ladder": True,
    }
)
class RulesSerializer(Strict):
    """Which challenges a bot accepts while its uploaded program plays."""

    accepts_rated = serializers.BooleanField()
    accepts_casual = serializers.BooleanField()
    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=min(SIZES), max_value=max(SIZES)),
        min_length=1,
        max_length=len(SIZES),
    )
    most_games = serializers.IntegerField(
        min_value=0,
        max_value=MOST_GAMES,
        help_text="At the same time, of those that came of challenges.",
    )
    on_ladder = serializers.BooleanField(help_text="Whether the site pairs it with other programs.")


class BotRules(Endpoint):
    scopes = {"PUT": Scope.BOT}

    @extend_schema(operation_id="bot_rules", tags=["bots"], responses={200: RulesSerializer})
    def get(self, request: Request, name: str) -> Response:
        """Which challenges a bot accepts at once, while an uploaded program plays for it."""
        bot = Bot.objects.filter(pk=named(name).pk).first()
        if bot is None:
            raise BotNotFound("House bots accept every casual game.")
        return Response(_written(Rules.of(bot)))

    @extend_schema(
        operation_id="bot_rules_write",
        tags=["bots"],
        request=RulesSerializer,
        responses={200: RulesSerializer},
    )
    def put(self, request: Request, name: str) -> Response:
        """Say which challenges your bot accepts. What it plays already goes on."""
        asked = body(RulesSerializer, request)
        rules = Rules(**asked | {"sizes": tuple(asked["sizes"])})
        return Response(_written(change_rules(caller(request), name, rules)))


def _written(rules: Rules) -> dict[str, Any]:
    return asdict(rules) | {"sizes": list(rules.sizes)}
