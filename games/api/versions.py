"""The versions of bots whose programs run here: uploading them, and which one plays."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import BotVersion, VersionState
from games.services import pausing, versions
from games.services.bots import named
from games.services.scrimmages import check_of
from games.services.versions import shown_to
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.idempotency import PARAMETER, KeyReused, key_for
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, form, query
from sumendi_site.api.schema import example, page_of

from .bot_shapes import BotSerializer, bot
from .bots import owner_told
from .bout_shapes import BoutDetailSerializer, bout_detail
from .endings import NothingBody
from .game_shapes import instant


@extend_schema_field(OpenApiTypes.BINARY)
class PackageField(serializers.FileField):
    """A file as it is sent."""


@example({"package": "def choose(position, clock): ..."}, MultiPartParser.media_type)
class PackageForm(Strict):
    """A form with one file."""

    package = PackageField(
        help_text="One .py of at most 64 KiB, or a .zip of at most 1 MiB with main.py."
    )


class VersionSerializer(serializers.Serializer[Any]):
    """An uploaded version of a bot."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(
        choices=VersionState.choices, help_text="The one that is ready plays."
    )
    uploaded = serializers.DateTimeField()
    checked = serializers.DateTimeField(allow_null=True, help_text="When its check was over.")
    went_live = serializers.DateTimeField(allow_null=True)
    file_name = serializers.CharField(required=False, help_text="For the owner alone.")
    refusal = serializers.CharField(
        required=False, help_text="Why it was refused; for the owner alone."
    )


class VersionDetailSerializer(VersionSerializer):
    """A version with its check."""

    check = BoutDetailSerializer(
        many=True,
        required=False,
        help_text="Its game against itself and the one against the random player, for the owner "
        "alone.",
    )


class Versions(Endpoint):
    scopes = {"POST": Scope.BOT}
    may_need = Scope.READ
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="bot_versions",
        tags=["bots"],
        parameters=[PageQuery],
        responses={200: page_of(VersionSerializer)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The versions of a bot that have played, the newest first. Its owner, by a token with the
        scope read or bot, is told of all of them."""
        limit = query(PageQuery, request)["limit"]
        reader, account = owner_told(request), named(name)
        rows = shown_to(reader, account)
        return paged(request, rows, lambda row: version_written(row, reader), ("-number",), limit)

    @extend_schema(
        operation_id="bot_version_upload",
        tags=["bots"],
        parameters=[PARAMETER],
        request={MultiPartParser.media_type: PackageForm},
        responses={201: VersionSerializer, 200: VersionSerializer},
    )
    def post(self, request: Request, name: str) -> Response:
        """Upload a version of your bot. It is checked first, and plays once it is `ready`; one that
        still waits for its check is replaced. 503 while this site runs no programs."""
        package = form(PackageForm, request)["package"]
        owner, data = caller(request), package.read()
        key = key_for(request, owner, "version")
        uploaded = versions.upload(owner, name, package.name, data, key)
        if uploaded.repeated and not uploaded.is_of(name, package.name, data):
            raise KeyReused
        status = HTTPStatus.OK if uploaded.repeated else HTTPStatus.CREATED
        return Response(version_written(uploaded.version, owner), status=status)


class OneVersion(Endpoint):
    may_need = Scope.READ

    @extend_schema(
        operation_id="bot_version", tags=["bots"], responses={200: VersionDetailSerializer}
    )
    def get(self, request: Request, name: str, number: int) -> Response:
        """A version of a bot. Its owner, by a token with the scope read or bot, is shown its check
        as well, with all that it printed."""
        reader, account = owner_told(request), named(name)
        version = versions.find(account, number, reader)
        written = version_written(version, reader)
        if _is_owner(version, reader):
            written["check"] = [bout_detail(bout, reader) for bout in check_of(version)]
        return Response(written)


class LiveVersion(Endpoint):
    scopes = {"POST": Scope.BOT}

    @extend_schema(
        operation_id="bot_version_live",
        tags=["bots"],
        request=NothingBody,
        responses={200: VersionSerializer},
    )
    def post(self, request: Request, name: str, number: int) -> Response:
        """Let another version of your bot play, one that has passed its check. Turns that have
        begun are finished by the one before."""
        body(NothingBody, request)
        owner = caller(request)
        return Response(version_written(versions.make_live(owner, name, number), owner))


class Pause(Endpoint):
    scopes = {"POST": Scope.BOT}

    @extend_schema(
        operation_id="bot_pause",
        tags=["bots"],
        request=NothingBody,
        responses={200: BotSerializer},
    )
    def post(self, request: Request, name: str) -> Response:
        """Let your bot's uploaded program play nothing until you say so. The clocks of its games
        run meanwhile."""
        body(NothingBody, request)
        owner = caller(request)
        return Response(bot(pausing.pause_by_owner(owner, name), owner))


class Resume(Endpoint):
    scopes = {"POST": Scope.BOT}

    @extend_schema(
        operation_id="bot_resume",
        tags=["bots"],
        request=NothingBody,
        responses={200: BotSerializer},
    )
    def post(self, request: Request, name: str) -> Response:
        """Let your bot's uploaded program play on, also after its faults have paused it."""
        body(NothingBody, request)
        owner = caller(request)
        return Response(bot(pausing.resume(owner, name), owner))


def version_written(version: BotVersion, reader: User | None) -> dict[str, Any]:
    """The caller has joined the bot's account."""
    written: dict[str, Any] = {
        "number": version.number,
        "state": version.state,
        "uploaded": instant(version.uploaded),
        "checked": instant(version.checked),
        "went_live": instant(version.went_live),
    }
    if _is_owner(version, reader):
        written |= {"file_name": version.file_name, "refusal": version.refusal}
    return written


def _is_owner(version: BotVersion, reader: User | None) -> bool:
    return reader is not None and version.bot.account.owner_id == reader.pk
