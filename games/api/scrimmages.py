"""Bouts on demand between versions of bots."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Scrimmage
from games.rules import SIZES
from games.services import scrimmages
from games.services.scrimmages import MOST_BOUTS, Side
from sumendi_site.accounts.names import LONGEST
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.idempotency import PARAMETER, KeyReused, key_for
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of

from .bots import owner_told
from .bout_shapes import (
    BoutDetailSerializer,
    BoutSerializer,
    VersionRefSerializer,
    bout_detail,
    bout_short,
    version_ref,
)
from .game_shapes import instant

MOST_NUMBER = 2_147_483_647


@example({"bot": "basalt", "opponent": "pumice", "size": 5, "bouts": 4})
class ScrimmageBody(Strict):
    """Who meets whom, and how often."""

    bot = serializers.CharField(max_length=LONGEST, help_text="Yours.")
    version = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_NUMBER,
        help_text="Which of its checked versions; the live one if you name none.",
    )
    opponent = serializers.CharField(max_length=LONGEST, help_text="Anybody's, or the same bot.")
    opponent_version = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_NUMBER,
        help_text="Of a bot of yours any checked one, of others the live one.",
    )
    size = serializers.IntegerField(min_value=min(SIZES), max_value=max(SIZES))
    bouts = serializers.IntegerField(min_value=1, max_value=MOST_BOUTS)


class ScrimmageSerializer(serializers.Serializer[Any]):
    """Bouts between two versions, which change seats from one to the next. They are not rated."""

    id = serializers.IntegerField()
    asker = serializers.CharField(help_text="Who asked for it.")
    mine = VersionRefSerializer(help_text="The asker's.")
    theirs = VersionRefSerializer()
    size = serializers.ChoiceField(choices=SIZES)
    bouts = serializers.IntegerField()
    running = serializers.IntegerField(help_text="Bouts that are still to be played.")
    won = serializers.IntegerField(help_text="By the asker's version.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    created = serializers.DateTimeField()


class ScrimmageDetailSerializer(ScrimmageSerializer):
    """A scrimmage with its bouts."""

    games = BoutSerializer(many=True)


class Scrimmages(Endpoint):
    scopes = {"GET": Scope.READ, "POST": Scope.BOT}
    finds_by_body = True

    @extend_schema(
        operation_id="scrimmages",
        tags=["bots"],
        parameters=[PageQuery],
        responses={200: page_of(ScrimmageSerializer)},
    )
    def get(self, request: Request) -> Response:
        """Those that you have asked for, the newest first."""
        limit = query(PageQuery, request)["limit"]
        rows = scrimmages.asked_by(caller(request))
        return paged(request, rows, scrimmage_written, ("-id",), limit)

    @extend_schema(
        operation_id="scrimmage_ask",
        tags=["bots"],
        parameters=[PARAMETER],
        request=ScrimmageBody,
        responses={201: ScrimmageSerializer, 200: ScrimmageSerializer},
    )
    def post(self, request: Request) -> Response:
        """Let a version of your bot play against another one, as soon as there is time: any live
        one, or a checked one of yours. 503 while this site runs no programs."""
        sent = body(ScrimmageBody, request)
        asker = caller(request)
        key = key_for(request, asker, "scrimmage")
        mine = Side(sent["bot"], sent.get("version"))
        theirs = Side(sent["opponent"], sent.get("opponent_version"))
        asked = scrimmages.ask(asker, mine, theirs, sent["size"], sent["bouts"], key)
        written = scrimmage_written(asked.scrimmage)
        if asked.repeated and not _is_as_asked(written, mine, theirs, sent):
            raise KeyReused
        return Response(written, HTTPStatus.OK if asked.repeated else HTTPStatus.CREATED)


def _is_as_asked(made: dict[str, Any], mine: Side, theirs: Side, sent: dict[str, Any]) -> bool:
    """Whether a key that was used before was used for this."""
    sides = ((made["mine"], mine), (made["theirs"], theirs))
    same_sides = all(
        ref["bot"].lower() == side.bot.lower() and side.version in (None, ref["version"])
        for ref, side in sides
    )
    return same_sides and (made["size"], made["bouts"]) == (sent["size"], sent["bouts"])


class OneScrimmage(Endpoint):
    may_need = Scope.READ

    @extend_schema(
        operation_id="scrimmage", tags=["bots"], responses={200: ScrimmageDetailSerializer}
    )
    def get(self, request: Request, pk: int) -> Response:
        """How a scrimmage stands."""
        reader, scrimmage = owner_told(request), scrimmages.find_scrimmage(pk)
        games = [bout_short(bout, reader) for bout in scrimmages.bouts_of(scrimmage)]
        return Response({**scrimmage_written(scrimmage), "games": games})


class OneBout(Endpoint):
    may_need = Scope.READ

    @extend_schema(operation_id="bout", tags=["bots"], responses={200: BoutDetailSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """A bout with its moves. One of a check is for the bot's owner alone. Who answers for a
        program, by a token with the scope read or bot, is told what it printed."""
        reader = owner_told(request)
        return Response(bout_detail(scrimmages.find_bout(pk, reader), reader))


def scrimmage_written(scrimmage: Scrimmage) -> dict[str, Any]:
    """One of `scrimmages.with_sides`, with its bouts."""
    return {
        "id": scrimmage.pk,
        "asker": scrimmage.asker.username,
        "mine": version_ref(scrimmage.mine),
        "theirs": version_ref(scrimmage.theirs),
        "size": scrimmage.size,
        "bouts": len(scrimmage.bouts.all()),
        **asdict(scrimmages.standing(scrimmage)),
        "created": instant(scrimmage.created),
    }
