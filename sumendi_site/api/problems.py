"""Refusals as the API tells them, each with a `code` that does not change."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, JsonResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import (
    APIException,
    MethodNotAllowed,
    NotAcceptable,
    Throttled,
    UnsupportedMediaType,
    ValidationError,
)
from rest_framework.views import APIView, set_rollback

from sumendi_site.problems import problem
from sumendi_site.refusals import Refusal

ON_THE_WHOLE = "body"
"""The name in `errors` of what is wrong with no single field."""
CODES = {
    "parse_error": "malformed",
    "not_authenticated": "signed_out",
    "authentication_failed": "bad_token",
    "permission_denied": "forbidden",
    "invalid": "validation_failed",
}
"""The framework's words for what this API calls otherwise."""
SENT_AS = {
    "application/json": "Send JSON in UTF-8, with the header Content-Type: application/json.",
    "multipart/form-data": "Send a form with a file: Content-Type: multipart/form-data.",
}


def answer_exception(exception: Exception, context: dict[str, Any]) -> HttpResponseBase | None:
    """The framework's exception handler: None lets the exception through, to be logged."""
    set_rollback()
    match exception:
        case Refusal():
            return _refused(exception)
        case Http404():
            return problem(404, "not_found", str(exception) or "There is nothing here.")
        case PermissionDenied():
            return problem(403, "forbidden", str(exception) or "You may not do this.")
        case ValidationError():
            return _invalid(exception)
        case APIException():
            return _refused_by_framework(exception, context["view"])
    return None


def _refused(refusal: Refusal) -> JsonResponse:
    more = {"reason": refusal.reason, **refusal.details}
    answer = problem(refusal.status, refusal.code, refusal.message, **more)
    if refusal.retry_after is not None:
        answer["Retry-After"] = str(refusal.retry_after)
    return answer


def _invalid(exception: ValidationError) -> JsonResponse:
    errors = _by_name(exception.detail)
    name, sentences = next(iter(errors.items()))
    return problem(400, "validation_failed", f"{name}: {sentences[0]}", errors=errors)


def _by_name(detail: Any, name: str = ON_THE_WHOLE) -> dict[str, list[str]]:
    """The sentences by what they are about: ``sizes.0`` for the first of a list."""
    if not isinstance(detail, dict):
        return {name: [str(sentence) for sentence in detail]}
    found: dict[str, list[str]] = {}
    for key, inner in detail.items():
        own = name if key == "non_field_errors" else str(key)
        nested = own if name == ON_THE_WHOLE or own == name else f"{name}.{own}"
        found |= _by_name(inner, nested)
    return found


def _refused_by_framework(exception: APIException, view: APIView) -> JsonResponse:
    code = str(exception.get_codes())
    sentence = _sentence(exception, view)
    answer = problem(exception.status_code, CODES.get(code, code), sentence)
    if header := getattr(exception, "auth_header", None):
        answer["WWW-Authenticate"] = header
    if (wait := getattr(exception, "wait", None)) is not None:
        answer["Retry-After"] = str(int(wait))
    return answer


def _sentence(exception: APIException, view: APIView) -> str:
    match exception:
        case Throttled():
            return "You ask too often. Retry-After tells in how many seconds you can go on."
        case UnsupportedMediaType():
            return SENT_AS[view.parser_classes[0].media_type]
        case MethodNotAllowed():
            return f"This address takes {', '.join(view.allowed_methods)}."
        case NotAcceptable():
            kinds = " or ".join(kind.media_type for kind in view.renderer_classes)
            return f"This answers in {kinds} alone."
    return str(exception.detail)
