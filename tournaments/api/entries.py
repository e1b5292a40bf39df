"""Who plays: entering, withdrawing, and rounds that somebody sits out."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of
from tournaments.models import ByeKind, Entry, Tournament
from tournaments.services import byes, entering, forbidding
from tournaments.services.interop.importing import LONGEST_LIST, enter_list

from .finding import event, one_named, somebody
from .shapes import EntrySerializer, written_entry


@example({})
class EntryBody(Strict):
    """Nobody named: you yourself."""

    player = serializers.CharField(
        default=None, allow_null=True, max_length=LONGEST, help_text="A bot of yours, for example."
    )
    password = serializers.CharField(default="", allow_blank=True, max_length=60)


@example({"text": "name\nunai\nleire\n"})
class EntryListBody(Strict):
    text = serializers.CharField(
        max_length=LONGEST_LIST,
        trim_whitespace=False,
        help_text="A table (CSV) with user names in its column name or its first, or a TRF file.",
    )


class EnteredSerializer(serializers.Serializer[Any]):
    """Who plays by the list."""

    entered = serializers.ListField(child=serializers.CharField())


@example({"after_round": True})
class WithdrawalBody(Strict):
    after_round = serializers.BooleanField(
        default=False, help_text="Play the game of this round on; else it is resigned."
    )


@example({"kind": "H"})
class ByeBody(Strict):
    kind = serializers.ChoiceField(
        choices=ByeKind.choices,
        help_text="H: half a point. Z: none. F: all points, given by organisers alone.",
    )


class Entries(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_entries",
        tags=["tournaments"],
        parameters=[PageQuery],
        responses={200: page_of(EntrySerializer)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Who plays or has played, the strongest first."""
        limit = query(PageQuery, request)["limit"]
        entries = event(request, slug).entries.select_related("player__owner")
        rows = entries.prefetch_related("byes")
        return paged(request, rows, written_entry, ("-rating", "id"), limit)

    @extend_schema(
        operation_id="tournament_enter",
        tags=["tournaments"],
        request=EntryBody,
        responses={200: EntrySerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter, or come back: you yourself, a bot of yours, or as an organiser anybody. Doing it
        twice is no error."""
        asked = body(EntryBody, request)
        name = asked["player"]
        player = caller(request) if name is None else one_named("player", name)
        tournament = event(request, slug)
        return _answer(_enter(caller(request), tournament, player, asked["password"]))


def _enter(by: User, tournament: Tournament, player: User, password: str) -> Entry:
    """Organisers follow the rules for entrants where it is about themselves and their own bots."""
    if player.pk == by.pk:
        return entering.enter(by, tournament.slug, password)
    if player.owner_id != by.pk and tournament.is_directed_by(by):
        return entering.enter_by_director(by, tournament.slug, player)
    return entering.enter_bot(by, tournament.slug, player, password)


class EntryList(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_enter_list",
        tags=["tournaments"],
        request=EntryListBody,
        responses={200: EnteredSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter everybody whom a list names, as an organiser; all or nobody."""
        text = body(EntryListBody, request)["text"]
        entries = enter_list(caller(request), event(request, slug).slug, text)
        return Response({"entered": [entry.called for entry in entries]})


class Withdrawal(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_withdraw",
        tags=["tournaments"],
        request=WithdrawalBody,
        responses={200: EntrySerializer},
    )
    def post(self, request: Request, slug: str, name: str) -> Response:
        """Withdraw: yourself, a bot of yours, or as an organiser anybody."""
        after = body(WithdrawalBody, request)["after_round"]
        slug, player = event(request, slug).slug, somebody(name)
        return _answer(entering.withdraw(caller(request), slug, player, after_round=after))


class ByeOfRound(Endpoint):
    scopes = {"PUT": Scope.TOURNAMENT, "DELETE": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_bye_ask",
        tags=["tournaments"],
        request=ByeBody,
        responses={200: EntrySerializer},
    )
    def put(self, request: Request, slug: str, name: str, number: int) -> Response:
        """Sit a round out whose pairings are not published yet."""
        kind = body(ByeBody, request)["kind"]
        slug, player = event(request, slug).slug, somebody(name)
        return _answer(byes.ask_bye(caller(request), slug, number, kind, player).entry)

    @extend_schema(
        operation_id="tournament_bye_cancel",
        tags=["tournaments"],
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, name: str, number: int) -> Response:
        """Play the round after all."""
        byes.cancel_bye(caller(request), event(request, slug).slug, number, somebody(name))
        return Response(status=204)


class ForbiddenPairs(Endpoint):
    """Two names in an address, whose order does not matter."""

    scopes = {"PUT": Scope.TOURNAMENT, "DELETE": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_forbid",
        tags=["tournaments"],
        request=None,
        responses={204: None},
    )
    def put(self, request: Request, slug: str, name: str, other: str) -> Response:
        """Never pair these two from the next round on, as an organiser."""
        self._do(request, slug, name, other, forbidding.forbid)
        return Response(status=204)

    @extend_schema(operation_id="tournament_allow", tags=["tournaments"], responses={204: None})
    def delete(self, request: Request, slug: str, name: str, other: str) -> Response:
        """Let these two meet again."""
        self._do(request, slug, name, other, forbidding.allow)
        return Response(status=204)

    def _do(self, request: Request, slug: str, name: str, other: str, act: Any) -> None:
        slug = event(request, slug).slug
        act(caller(request), slug, somebody(name), somebody(other))


def _answer(entry: Entry) -> Response:
    found = Entry.objects.select_related("player__owner").prefetch_related("byes")
    return Response(written_entry(found.get(pk=entry.pk)))
