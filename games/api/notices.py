"""What you have been told."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sumendi_site.accounts.tokens import Scope
from sumendi_site.api.endpoint import Endpoint, caller
from sumendi_site.api.links import absolute
from sumendi_site.api.paging import PageQuery, paged
from sumendi_site.api.parsing import body, query
from sumendi_site.api.schema import page_of
from sumendi_site.notices import seeing
from sumendi_site.notices.models import Notice

from .endings import NothingBody
from .game_shapes import instant


class NoticeSerializer(serializers.Serializer[Any]):
    """A notice. More kinds may come."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    url = serializers.URLField(help_text="The page that it is about.")
    created = serializers.DateTimeField()
    seen = serializers.DateTimeField(allow_null=True)


def notice_written(notice: Notice) -> dict[str, Any]:
    text = notice.text
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "title": text.title,
        "text": text.body,
        "url": absolute(text.url),
        "created": instant(notice.created),
        "seen": instant(notice.seen),
    }


class Notices(Endpoint):
    scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="notices",
        parameters=[PageQuery],
        responses={200: page_of(NoticeSerializer)},
    )
    def get(self, request: Request) -> Response:
        """Your notices, the newest first. Reading them here does not mark them as seen. Bots get
        none: they have their stream."""
        limit = query(PageQuery, request)["limit"]
        mine = Notice.objects.filter(recipient=caller(request))
        return paged(request, mine, notice_written, ("-id",), limit)


class NoticesSeen(Endpoint):
    scopes = {"POST": Scope.READ}

    @extend_schema(operation_id="notices_seen", request=NothingBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Mark all your notices as seen."""
        body(NothingBody, request)
        seeing.all_seen(caller(request))
        return Response(status=204)
