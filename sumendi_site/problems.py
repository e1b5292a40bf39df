"""Problem details (RFC 9457): what a program is told of a refusal."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse

MEDIA_TYPE = "application/problem+json"
PREFIX = "/api/"


def problem(status: int, code: str, detail: str, **more: Any) -> JsonResponse:
    """The answer for one refusal; `more` are further members."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "code": code,
        **{name: value for name, value in more.items() if value},
    }
    return JsonResponse(body, status=status, content_type=MEDIA_TYPE)


def is_for_programs(request: HttpRequest) -> bool:
    return request.path.startswith(PREFIX)
