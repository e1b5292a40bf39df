"""Telling the moderators of a player."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import Report
from games.models.report import LONGEST_WORDS, Category, Outcome, Subject
from games.services.reports import Complaint, reports_by
from sumendi_site.accounts.names import LONGEST
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.idempotency import PARAMETER, KeyReused, key_for
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of

from .game_shapes import instant
from .player_shapes import find_player
from .shapes import PlayerRefSerializer, player_ref

LARGEST = 2**63 - 1
STATES = ("waiting", "looked at", "closed")


@example({"player": "unai", "subject": "name", "category": "impersonation"})
class ReportBody(Strict):
    player = serializers.CharField(max_length=LONGEST)
    subject = serializers.ChoiceField(choices=Subject.choices)
    category = serializers.ChoiceField(choices=Category.choices)
    words = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST_WORDS,
        help_text="In your own words; needed for the category other.",
    )
    game = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=LARGEST,
        help_text="For the subject game.",
    )
    line = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=LARGEST,
        help_text="For the subject line: one that was written to you.",
    )


class ReportSerializer(serializers.Serializer[Any]):
    """A report of yours."""

    id = serializers.IntegerField()
    player = PlayerRefSerializer()
    subject = serializers.ChoiceField(choices=Subject.choices)
    category = serializers.ChoiceField(choices=Category.choices)
    words = serializers.CharField(allow_blank=True)
    game = serializers.IntegerField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=STATES)
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_null=True)
    created = serializers.DateTimeField()
    closed = serializers.DateTimeField(allow_null=True)


class Reports(Endpoint):
    scopes = {"GET": Scope.READ, "POST": Scope.PLAY}
    finds_by_body = True

    @extend_schema(
        operation_id="reports",
        parameters=[PageQuery],
        responses={200: page_of(ReportSerializer)},
    )
    def get(self, request: Request) -> Response:
        """What you reported and what came of it, the newest first."""
        limit = query(PageQuery, request)["limit"]
        return paged(request, reports_by(caller(request)), written, ("-id",), limit)

    @extend_schema(
        operation_id="report",
        parameters=[PARAMETER],
        request=ReportBody,
        responses={201: ReportSerializer},
    )
    def post(self, request: Request) -> Response:
        """Tell the moderators of a player: for a game, a line of its chat, a name or what a page
        says. While your report of the same waits, this gives that one."""
        sent = body(ReportBody, request)
        reporter, person = caller(request), find_player(sent["player"])
        complaint = Complaint(
            Subject(sent["subject"]),
            Category(sent["category"]),
            sent["words"],
            sent["game"],
            sent["line"],
        )
        made = services.report(reporter, person, complaint, key_for(request, reporter, "report"))
        if (made.person_id, made.subject) != (person.pk, complaint.subject):
            raise KeyReused
        return Response(written(made), 201)


def written(report: Report) -> dict[str, Any]:
    state = STATES[2] if report.closed else STATES[1] if report.taken_by_id else STATES[0]
    return {
        "id": report.pk,
        "player": player_ref(report.person),
        "subject": report.subject,
        "category": report.category,
        "words": report.words,
        "game": report.game_id,
        "line": report.line_id,
        "state": state,
        "outcome": report.outcome or None,
        "created": instant(report.created),
        "closed": instant(report.closed),
    }
