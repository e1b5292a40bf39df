"""Rounds, and how organisers make them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endings import NothingBody
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example, page_of
from tournaments.models import Round
from tournaments.services import deadlines, pairing, publishing
from tournaments.services.boards import Board
from tournaments.services.errors import RoundNotFound

from .finding import a_round, event
from .round_shapes import RoundDetailSerializer, RoundSerializer, round_detail, written_round

MOST_BOARDS = 500
HIGHEST_NUMBER = 1000
BOARD = serializers.ListField(
    child=serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER),
    min_length=1,
    max_length=2,
)


@example({"boards": [[1, 3], [2, 4]], "allow_rematch": False})
class BoardsBody(Strict):
    boards = serializers.ListField(
        child=BOARD,
        max_length=MOST_BOARDS,
        help_text="Two pairing numbers each, the first seat first, or one for the bye.",
    )
    allow_rematch = serializers.BooleanField(
        default=False, help_text="Let one pair meet a second time."
    )


@example({"deadline": "2027-03-01T18:00:00Z"})
class DeadlineBody(Strict):
    deadline = serializers.DateTimeField()


class CheckSerializer(serializers.Serializer[Any]):
    """How a draft differs from what the rules would pair now; both empty when it does not. Boards
    are pairing numbers, the first seat first, or one number for the bye."""

    expected = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="What only the rules have.",
    )
    drafted = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="What only the draft has.",
    )


class Rounds(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_rounds",
        tags=["tournaments"],
        parameters=[PageQuery],
        responses={200: page_of(RoundSerializer)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Those whose pairings are published, in order."""
        limit = query(PageQuery, request)["limit"]
        rows = event(request, slug).all_rounds.out()
        return paged(request, rows, written_round, ("number",), limit)

    @extend_schema(
        operation_id="tournament_pair",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: RoundDetailSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round as a draft that organisers alone see; a draft is paired anew."""
        body(NothingBody, request)
        draft = pairing.pair(caller(request), event(request, slug).slug)
        return _answer(request, slug, draft)


class OneRound(Endpoint):
    scopes = {"DELETE": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_round",
        tags=["tournaments"],
        responses={200: RoundDetailSerializer},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """A round with its boards; organisers see drafts, too."""
        return Response(round_detail(a_round(request, event(request, slug), number)))

    @extend_schema(operation_id="tournament_undo", tags=["tournaments"], responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Take a draft back. Doing it twice is no error."""
        tournament = event(request, slug)
        if not 1 <= number <= tournament.rounds:
            raise RoundNotFound
        pairing.undo(caller(request), slug, number)
        return Response(status=204)


class BoardsOfRound(Endpoint):
    scopes = {"PUT": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_pair_by_hand",
        tags=["tournaments"],
        request=BoardsBody,
        responses={200: RoundDetailSerializer},
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Make these the boards of the round that is to be paired."""
        asked = body(BoardsBody, request)
        boards: list[Board] = [
            (first, second[0] if second else None) for first, *second in asked["boards"]
        ]
        draft = pairing.by_hand(
            caller(request),
            event(request, slug).slug,
            number,
            boards,
            allow_rematch=asked["allow_rematch"],
        )
        return _answer(request, slug, draft)


class Checking(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_check",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: CheckSerializer},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Note that you have looked at the draft; tells how it differs from the rules."""
        body(NothingBody, request)
        found = pairing.check(caller(request), event(request, slug).slug, number)
        return Response({"expected": _numbers(found.expected), "drafted": _numbers(found.drafted)})


def _numbers(boards: tuple[Board, ...]) -> list[list[int]]:
    return [[number for number in board if number is not None] for board in boards]


class Publication(Endpoint):
    scopes = {"POST": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_publish",
        tags=["tournaments"],
        request=NothingBody,
        responses={200: RoundDetailSerializer},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Begin the games of a draft. Doing it twice begins nothing twice."""
        body(NothingBody, request)
        round_ = publishing.publish(caller(request), event(request, slug).slug, number)
        return _answer(request, slug, round_)


class Deadline(Endpoint):
    scopes = {"PUT": Scope.TOURNAMENT}

    @extend_schema(
        operation_id="tournament_deadline",
        tags=["tournaments"],
        request=DeadlineBody,
        responses={200: RoundSerializer},
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Give a round that is being played another deadline."""
        until = body(DeadlineBody, request)["deadline"]
        slug = event(request, slug).slug
        round_ = deadlines.move_deadline(caller(request), slug, number, until)
        return Response(written_round(round_))


def _answer(request: Request, slug: str, round_: Round) -> Response:
    round_.tournament = event(request, slug)
    return Response(round_detail(round_))
