"""The API's description for programs, and a page made of it for people."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response


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
