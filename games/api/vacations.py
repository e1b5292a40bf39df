"""Times at which your clocks stand still."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.models import Vacation
from games.services.vacations import MOST_DAYS, saved
from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import Strict, body, query
from sumendi_site.api.schema import example

from .game_shapes import instant


@example({"days": 3})
class VacationTermsSerializer(Strict):
    """How long, and from when on."""

    days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS, help_text="Of 24 hours.")
    start = serializers.DateTimeField(
        default=None, allow_null=True, help_text="Within a year; at once when it is not given."
    )


class VacationSerializer(serializers.Serializer[Any]):
    """A vacation. Your clocks stand still from `start` to `end`, but for games of events that do
    not allow it."""

    id = serializers.IntegerField()
    start = serializers.DateTimeField()
    end = serializers.DateTimeField()
    begun = serializers.BooleanField()


class VacationPageSerializer(serializers.Serializer[Any]):
    """What is ahead, and how much vacation is saved beside that."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = VacationSerializer(many=True)
    saved = serializers.IntegerField(help_text="Seconds that you may still take.")


def vacation_written(vacation: Vacation) -> dict[str, Any]:
    return {
        "id": vacation.pk,
        "start": instant(vacation.starts),
        "end": instant(vacation.ends),
        "begun": vacation.begun,
    }


class Vacations(Endpoint):
    scopes = {"GET": Scope.READ, "POST": Scope.PLAY}

    @extend_schema(
        operation_id="vacations",
        parameters=[PageQuery],
        responses={200: VacationPageSerializer},
    )
    def get(self, request: Request) -> Response:
        """The one that you are on and those that you have planned, in order; and how much is
        saved: each day on which you play adds an eighth of a day, up to 30 days."""
        limit, player = query(PageQuery, request)["limit"], caller(request)
        ahead = Vacation.objects.filter(player=player, ends__gt=timezone.now())
        answer = paged(request, ahead, vacation_written, ("starts", "id"), limit)
        answer.data["saved"] = int(saved(player).total_seconds())
        return answer

    @extend_schema(
        operation_id="vacation_take",
        request=VacationTermsSerializer,
        responses={201: VacationSerializer},
    )
    def post(self, request: Request) -> Response:
        """Begin a vacation, or plan one. It must have been saved; what you do not use comes
        back."""
        read = body(VacationTermsSerializer, request)
        vacation = services.take_vacation(caller(request), read["days"], read["start"])
        return Response(vacation_written(vacation), status=201)


class OneVacation(Endpoint):
    scopes = {"DELETE": Scope.PLAY}

    @extend_schema(operation_id="vacation_end", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Come back now, or call a planned vacation off."""
        services.end_vacation(caller(request), pk)
        return Response(status=204)
