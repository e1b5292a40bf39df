"""Error answers: a plain page for people, and ``{"error": {"code", "message"}}`` for programs."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return answer(
            request,
            413,
            "too_large",
            "That was too much at once. Nothing was changed; please send less.",
        )
    return answer(
        request,
        400,
        "bad_request",
        "This site could not read the request. Nothing was changed.",
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 403, "forbidden", str(exception) or "You may not do this.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(
        request,
        404,
        "not_found",
        "There is no page at this address. It may have moved, or the address may be mistyped.",
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return answer(
        request,
        403,
        "stale_page",
        "This page was open for too long, or the site was updated in the meantime. "
        "Reload the page and try again; nothing was lost.",
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """The page stands alone: whatever failed may be what every other page needs."""
    message = "Something went wrong on our side. Please try again in a moment."
    if wants_json(request):
        return error_json(500, "server_error", message)
    return HttpResponse(render_to_string("errors/500.html", {"message": message}), status=500)


def answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if wants_json(request):
        return error_json(status, code, message)
    context: dict[str, Any] = {"status": status, "title": TITLES[code], "message": message}
    return render(request, "errors/error.html", context, status=status)


def error_json(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)


def wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


TITLES = {
    "bad_request": "Unreadable request",
    "too_large": "Too large",
    "forbidden": "Not allowed",
    "not_found": "No such page",
    "stale_page": "This page is out of date",
}
