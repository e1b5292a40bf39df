"""The boards of a round: decisions of organisers, and appeals against them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endings import NothingBody
from games.api.game_shapes import instant
from games.models import Result
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.parsing import Strict, body
from sumendi_site.api.schema import example
from tournaments.models import Appeal, Decision, DecisionKind, ProofRequest, ProofState
from tournaments.models.round import CODES
from tournaments.services import appeals, deciding, proofs
from tournaments.services.desk import LONGEST_REASON
from tournaments.services.errors import AppealNotFound
from tournaments.services.verdicts import Verdict

from .finding import a_board

VERDICTS = [(one.value, one.value.replace("_", " ")) for one in Verdict]


@example({"verdict": "draw", "why": "Both have as much at each height."})
class VerdictBody(Strict):
    verdict = serializers.ChoiceField(
        choices=VERDICTS, help_text="First and second are the seats. Forfeits: never played."
    )
    why = serializers.CharField(max_length=LONGEST_REASON, help_text="Both players see it.")


@example({"why": "I had the higher volcano."})
class WhyBody(Strict):
    why = serializers.CharField(max_length=LONGEST_REASON)


@example({"text": "You are right.", "verdict": "first_wins"})
class AnswerBody(Strict):
    text = serializers.CharField(max_length=LONGEST_REASON)
    verdict = serializers.ChoiceField(
        choices=VERDICTS, default=None, allow_null=True, help_text="Null: the decision stands."
    )


class AppealSerializer(serializers.Serializer[Any]):
    """Somebody asks the organisers to look at a decision again."""

    id = serializers.IntegerField()
    by = serializers.CharField()
    why = serializers.CharField()
    created = serializers.DateTimeField()
    answer = serializers.CharField(allow_null=True)
    answered = serializers.DateTimeField(allow_null=True)


class DecisionSerializer(serializers.Serializer[Any]):
    """What a board was given, and why."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=DecisionKind.choices)
    by = serializers.CharField(allow_null=True, help_text="Null: the rule for the deadline.")
    first_result = serializers.ChoiceField(choices=CODES)
    second_result = serializers.ChoiceField(choices=CODES)
    why = serializers.CharField()
    created = serializers.DateTimeField()
    appeals = AppealSerializer(many=True)


class DecisionsSerializer(serializers.Serializer[Any]):
    """All that was decided about a board, the newest last."""

    decisions = DecisionSerializer(many=True)


class ReminderSerializer(serializers.Serializer[Any]):
    """Whether somebody was reminded, or had been a short while ago."""

    reminded = serializers.BooleanField()


class ProofSerializer(serializers.Serializer[Any]):
    """How far the proof of an ending is."""

    state = serializers.ChoiceField(choices=ProofState.choices)
    by = serializers.CharField(allow_null=True, help_text="Null for the rule of the tournament.")
    result = serializers.ChoiceField(
        choices=Result.choices, allow_null=True, help_text="With best play, where it is proved."
    )
    positions = serializers.IntegerField(help_text="Looked through for the proof; 0 without one.")
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)


class Decisions(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_decisions",
        tags=["tournaments"],
        responses={200: DecisionsSerializer},
    )
    def get(self, request: Request, slug: str, number: int, board: int) -> Response:
        """What was decided about a board, with reasons and appeals."""
        rows = a_board(request, slug, number, board).decisions.select_related("by")
        found = rows.prefetch_related("appeals__by").order_by("id")
        return Response({"decisions": [written_decision(one) for one in found]})

    @extend_schema(
        operation_id="tournament_decide",
        tags=["tournaments"],
        request=VerdictBody,
        responses={200: DecisionSerializer},
    )
    def post(self, request: Request, slug: str, number: int, board: int) -> Response:
        """Give the board its result, as an organiser who does not play on it: a game that runs is
        decided or forfeited, one that has ended is corrected."""
        asked = body(VerdictBody, request)
        pairing, verdict = a_board(request, slug, number, board), Verdict(asked["verdict"])
        act = deciding.act_for(pairing, verdict)
        return Response(written_decision(act(caller(request), pairing.pk, verdict, asked["why"])))


class Proof(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_proof",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: ProofSerializer},
    )
    def post(self, request: Request, slug: str, number: int, board: int) -> Response:
        """Ask, as an organiser, for a proof of how a game ends that runs after the deadline. A
        proved result ends the game and is rated. Asking again meanwhile tells how far it is."""
        body(NothingBody, request)
        pairing = a_board(request, slug, number, board)
        return Response(written_proof(proofs.ask(caller(request), pairing.pk)))


class Reminder(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_remind",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: ReminderSerializer},
    )
    def post(self, request: Request, slug: str, number: int, board: int) -> Response:
        """Remind the player to move, as an organiser."""
        body(NothingBody, request)
        pairing = a_board(request, slug, number, board)
        return Response({"reminded": deciding.bump(caller(request), pairing.pk)})


class Appeals(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_appeal",
        tags=["tournaments"],
        request=WhyBody,
        responses={200: AppealSerializer},
    )
    def post(self, request: Request, slug: str, number: int, board: int) -> Response:
        """Ask the organisers to look at the newest decision about your board, or your bot's,
        again."""
        why = body(WhyBody, request)["why"]
        pairing = a_board(request, slug, number, board)
        return Response(written_appeal(appeals.appeal(caller(request), pairing.pk, why)))


class Answer(Endpoint):
    scopes = {"PUT": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_answer",
        tags=["tournaments"],
        request=AnswerBody,
        responses={200: AppealSerializer},
    )
    def put(self, request: Request, slug: str, number: int, board: int, pk: int) -> Response:
        """Answer an appeal, and with a verdict correct the result."""
        asked = body(AnswerBody, request)
        pairing = a_board(request, slug, number, board)
        if not Appeal.objects.filter(pk=pk, decision__pairing=pairing).exists():
            raise AppealNotFound
        verdict = Verdict(asked["verdict"]) if asked["verdict"] else None
        return Response(written_appeal(appeals.answer(caller(request), pk, asked["text"], verdict)))


def written_decision(decision: Decision) -> dict[str, Any]:
    return {
        "id": decision.pk,
        "kind": decision.kind,
        "by": str(decision.by) if decision.by else None,
        "first_result": decision.white_code,
        "second_result": decision.black_code,
        "why": decision.why,
        "created": instant(decision.created),
        "appeals": [written_appeal(one) for one in decision.appeals.all()],
    }


def written_proof(proof: ProofRequest) -> dict[str, Any]:
    return {
        "state": proof.state,
        "by": str(proof.by) if proof.by else None,
        "result": proof.result or None,
        "positions": proof.nodes,
        "created": instant(proof.created),
        "finished": instant(proof.finished),
    }


def written_appeal(appeal: Appeal) -> dict[str, Any]:
    return {
        "id": appeal.pk,
        "by": str(appeal.by),
        "why": appeal.why,
        "created": instant(appeal.created),
        "answer": appeal.answer or None,
        "answered": instant(appeal.answered),
    }
