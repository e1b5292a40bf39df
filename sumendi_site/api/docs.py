"""The API's description for programs, and a page made of it for people."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from .endpoint import Endpoint

VERSION = "1"


class Start(Endpoint):
    """Where a program that knows nothing but the address of the API goes on."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        pages = {"docs": "api-docs", "schema": "api-schema", "tokens": "tokens"}
        found = {name: reverse(page, request=request) for name, page in pages.items()}
        return Response({"version": VERSION, **found})


class SchemaView(SpectacularJSONAPIView):
    """The OpenAPI document, as JSON."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return cast(Response, super().get(request, *args, **kwargs))  # type: ignore[no-untyped-call]


class DocsView(SpectacularSwaggerSplitView):
    """The page, with scripts of this site alone."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    url_name = "api-schema"
    template_name = "api/docs.html"
