"""Tournaments: finding, making and changing them."""

from http import HTTPStatus
from typing import Any

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import LONGEST
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller, require
from sumendi_site.api.idempotency import PARAMETER, KeyReused, key_for
from sumendi_site.api.paging import PageQuery, paged_together
from sumendi_site.api.parsing import body, query
from sumendi_site.api.schema import page_of
from tournaments.models import State, Tournament
from tournaments.models.tournament import TournamentQuerySet
from tournaments.services import settings
from tournaments.services.interop.finished_events import import_event, is_as_imported

from .finding import event, one_named
from .settings_bodies import ImportBody, NewTournamentBody, SettingsBody
from .shapes import TournamentSerializer, written_tournament, written_tournaments


class TournamentsQuery(PageQuery):
    state = serializers.ChoiceField(required=False, choices=State.choices)
    player = serializers.CharField(
        required=False, max_length=LONGEST, help_text="Those that somebody has entered."
    )
    mine = serializers.BooleanField(
        required=False,
        help_text="You organise them, or you or your bots play in them; needs the scope read.",
    )

    def validate_player(self, name: str) -> User:
        return one_named("player", name)


class Tournaments(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}
    may_need = Scope.READ

    @extend_schema(
        operation_id="tournaments",
        tags=["tournaments"],
        parameters=[TournamentsQuery],
        responses={200: page_of(TournamentSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The newest first. Drafts and unlisted ones are among yours alone."""
        asked = query(TournamentsQuery, request)
        found = _chosen(request, asked).select_related("organiser__owner")
        rows = found.prefetch_related("co_organisers")
        return paged_together(request, rows, written_tournaments, ("-id",), asked["limit"])

    @extend_schema(
        operation_id="tournament_create",
        tags=["tournaments"],
        parameters=[PARAMETER],
        request=NewTournamentBody,
        responses={200: TournamentSerializer, 201: TournamentSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a draft, which nobody else sees until you open it."""
        asked = body(NewTournamentBody, request)
        organiser, key = caller(request), key_for(request, caller(request), "tournament")
        is_new = not Tournament.objects.filter(key=key).exists()
        made = settings.create(organiser, key, **asked)
        if not is_new and not settings.is_as_asked(made, asked):
            raise KeyReused
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(written_tournament(made), status=status)


class Imports(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_import",
        tags=["tournaments"],
        parameters=[PARAMETER],
        request=ImportBody,
        responses={200: TournamentSerializer, 201: TournamentSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import a finished event from its report: not rated, without games, its players mere
        names. All of it or nothing."""
        asked = body(ImportBody, request)
        report = asked.pop("report").encode()
        organiser, key = caller(request), key_for(request, caller(request), "tournament")
        is_new = not Tournament.objects.filter(key=key).exists()
        again = asked.pop("again")
        made = import_event(organiser, report, key=key, again=again, **asked)
        if not is_new and not is_as_imported(made, report, **asked):
            raise KeyReused
        status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
        return Response(written_tournament(made), status=status)


class OneTournament(Endpoint):
    scopes = {"PATCH": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament", tags=["tournaments"], responses={200: TournamentSerializer}
    )
    def get(self, request: Request, slug: str) -> Response:
        """Its settings, and how far it is."""
        return Response(written_tournament(event(request, slug)))

    @extend_schema(
        operation_id="tournament_change",
        tags=["tournaments"],
        request=SettingsBody,
        responses={200: TournamentSerializer},
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings, as an organiser; once it has begun, only those that do not touch the
        rules that were announced."""
        asked = body(SettingsBody, request)
        slug = event(request, slug).slug
        return Response(written_tournament(settings.change(caller(request), slug, **asked)))


def _chosen(request: Request, asked: dict[str, Any]) -> TournamentQuerySet:
    found = Tournament.objects.all() if asked.get("mine") else Tournament.objects.listed()
    if asked.get("mine"):
        require(request, Scope.READ)
        found = found.filter(pk__in=_of(caller(request)))
    if "player" in asked:
        found = found.filter(entries__player=asked["player"])
    return found.filter(state=asked["state"]) if "state" in asked else found


def _of(user: User) -> list[int]:
    """What one directs, and what one can see of that in which one plays, or a bot of one's own."""
    plays = Q(entries__player=user) | Q(entries__player__owner=user)
    entered = Tournament.objects.without_hidden().filter(plays)
    directed = Tournament.objects.directed_by(user)
    pks = [found.order_by().values_list("pk", flat=True) for found in (directed, entered)]
    return [pk for found in pks for pk in found]
