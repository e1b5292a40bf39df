"""The API's description for programs, and a page made of it for people."""

import hashlib
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import etag
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from .endpoint import Endpoint
from .links import absolute

VERSION = "1"


class Start(Endpoint):
    """Where a program that knows nothing but the address of the API goes on."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        pages = {"docs": "api-docs", "schema": "api-schema", "tokens": "tokens"}
        found = {name: absolute(reverse(page)) for name, page in pages.items()}
        return Response({"version": VERSION, **found})


@cache
def document() -> tuple[bytes, str]:
    """The OpenAPI document and its ETag. It costs much to write, and stays as it is."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    text = OpenApiJsonRenderer().render(schema)
    return text, f'"{hashlib.blake2b(text, digest_size=12).hexdigest()}"'


def _etag(*args: Any, **kwargs: Any) -> str:
    return document()[1]


class SchemaView(Endpoint):
    """The OpenAPI document, as JSON, for everybody."""

    authentication_classes = ()
    renderer_classes = (OpenApiJsonRenderer, OpenApiJsonRenderer2)

    @extend_schema(exclude=True)
    @method_decorator(etag(_etag))
    def get(self, request: Request) -> HttpResponse:
        kind = request.accepted_renderer.media_type
        headers = {
            "Cache-Control": "public, max-age=300",
            "Content-Disposition": 'inline; filename="Sumendi.json"',
        }
        return HttpResponse(document()[0], content_type=kind, headers=headers)


class DocsView(SpectacularSwaggerSplitView):
    """The page, with scripts of this site alone."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    url_name = "api-schema"
    template_name = "api/docs.html"
