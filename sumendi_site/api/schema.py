"""The description of the API (OpenAPI 3.1): every status that an operation can give, and the
scope that it needs."""

import re
from functools import cache
from http import HTTPStatus
from typing import Any, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_lib_doc_excludes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    extend_schema_serializer,
    inline_serializer,
)
from rest_framework import serializers

from sumendi_site.problems import MEDIA_TYPE

from .authentication import SCHEME
from .endpoint import WITH_BODY, Endpoint
from .idempotency import PARAMETER
from .parsing import Strict

WRITES = ("POST", "PUT", "PATCH", "DELETE")
FIRST_CLAUSE = re.compile(r"(.+?)[.;:?](?:\s|$)", re.DOTALL)
TOKEN = "token"  # noqa: S105 (the name of the scheme)


class WayOutSerializer(serializers.Serializer[Any]):
    """What could be done about it."""

    code = serializers.CharField(help_text="For programs; it does not change.")
    text = serializers.CharField(help_text="A sentence for people.")


class ProblemSerializer(serializers.Serializer[Any]):
    """Why something was refused (RFC 9457)."""

    type = serializers.CharField(default="about:blank")
    title = serializers.CharField(help_text="The words of the status.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for people.")
    code = serializers.CharField(help_text="For programs; it does not change.")
    reason = serializers.CharField(
        required=False, help_text="Which rule of the game, or what is wrong with a package."
    )
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with each field.",
    )
    line = serializers.IntegerField(required=False, help_text="Where in a report file, from 1.")
    column = serializers.IntegerField(required=False, help_text="Where in that line, from 1.")
    in_the_way = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Rules of a pairing each of which alone stands in its way.",
    )
    ways_out = WayOutSerializer(many=True, required=False)


class ApiSchema(AutoSchema):
    """Every operation of an Endpoint gets the refusals that its kind can meet. The view names its
    successes as a dictionary by status."""

    def get_summary(self) -> str | None:
        """The first clause of the docstring: the page shows it beside the address, as it is."""
        found = FIRST_CLAUSE.match(super().get_description())
        return " ".join(found[1].replace("`", "").split()) if found else None

    def get_description(self) -> str:  # type: ignore[override]
        return f"{super().get_description()}\n\n{self._needs()}".strip()

    def _needs(self) -> str:
        if not isinstance(self.view, Endpoint):
            return ""
        if scope := self.view.scopes.get(self.method.upper()):
            return f"Scope: `{scope.value}`."
        if more := self.view.may_need:
            return f"Public; some of it needs the scope `{more.value}`."
        return "Public."

    def _get_response_bodies(self, *args: Any) -> dict[str, Any]:
        # `extend_schema` overrides the public method that names the responses.
        own: dict[str, Any] = super()._get_response_bodies(*args)
        if isinstance(self.view, Endpoint):
            own |= {str(status.value): self._refusal(status) for status in self._refusals()}
        return own

    def _refusal(self, status: HTTPStatus) -> Any:
        described = OpenApiResponse(ProblemSerializer, description=status.phrase)
        response_for: Any = self._get_response_for_code
        return response_for(described, str(status.value), [MEDIA_TYPE])

    def _refusals(self) -> list[HTTPStatus]:
        method = self.method.upper()
        view = cast(Endpoint, self.view)
        found = {
            HTTPStatus.BAD_REQUEST: True,
            HTTPStatus.UNAUTHORIZED: True,
            HTTPStatus.FORBIDDEN: method in view.scopes or view.may_need is not None,
            HTTPStatus.NOT_FOUND: "{" in self.path
            or view.may_be_missing
            or (view.finds_by_body and method in WITH_BODY),
            HTTPStatus.NOT_ACCEPTABLE: True,
            HTTPStatus.CONFLICT: method in WRITES,
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE: method in WITH_BODY,
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE: method in WITH_BODY,
            HTTPStatus.UNPROCESSABLE_ENTITY: self._has_idempotency_key(),
            HTTPStatus.TOO_MANY_REQUESTS: True,
            HTTPStatus.INTERNAL_SERVER_ERROR: True,
            HTTPStatus.SERVICE_UNAVAILABLE: True,
        }
        return [status for status, can_be in found.items() if can_be]

    def _has_idempotency_key(self) -> bool:
        return PARAMETER in self.get_override_parameters()

    def get_auth(self) -> list[dict[str, list[str]]]:
        super().get_auth()  # registers the scheme
        scope = getattr(self.view, "scopes", {}).get(self.method.upper())
        return [{TOKEN: [scope.value]}] if scope else [{}, {TOKEN: []}]


def without_words_for_programs() -> list[type]:
    """Classes whose docstrings do not describe what is derived from them."""
    return [*get_lib_doc_excludes(), Strict]  # type: ignore[no-untyped-call]


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "sumendi_site.api.authentication.TokenAuthentication"
    name = TOKEN

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": f"`{SCHEME}`, a space, and a token from the page of your tokens.",
        }


def example(body: dict[str, Any], media_type: str = "application/json") -> Any:
    """A class decorator for what is sent: a body as the page of the docs fills it in."""
    shown = OpenApiExample("example", value=body, request_only=True, media_type=media_type)
    return extend_schema_serializer(examples=[shown])


@cache
def page_of(serializer: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The description of one page of a list."""
    name = serializer.__name__.removesuffix("Serializer")
    return inline_serializer(
        f"{name}Page",
        {
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": serializer(many=True),
        },
    )
