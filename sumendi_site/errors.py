"""Error answers: a plain page for people, ``{"error": {"code", "message"}}`` for the scripts of
pages, and problem details for who uses the API."""

import logging

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from sumendi_site.problems import is_for_programs, problem

logger = logging.getLogger(__name__)

TITLES = {
    "bad_request": "Unreadable request",
    "too_large": "Too large",
    "forbidden": "Not allowed",
    "not_found": "No such page",
    "stale_page": "This page is out of date",
    "server_error": "Something went wrong",
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        message = "That was too much at once. Nothing was changed; please send less."
        return answer(request, 413, "too_large", message)
    message = "This site could not read the request. Nothing was changed."
    return answer(request, 400, "bad_request", message)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 403, "forbidden", str(exception) or "You may not do this.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    message = "There is no page at this address. It may have moved, or been mistyped."
    if is_for_programs(request):
        message = "There is nothing at this address."
        if request.path.endswith("/"):
            message += " Those of the API have no slash at their end."
    return answer(request, 404, "not_found", message)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    message = (
        "This page was open for too long, or the site was updated in the meantime. "
        "Reload the page and try again; nothing was lost."
    )
    return answer(request, 403, "stale_page", message)


def server_error(request: HttpRequest) -> HttpResponse:
    message = "Something went wrong on our side. Please try again in a moment."
    return answer(request, 500, "server_error", message)


def answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if is_for_programs(request):
        return problem(status, code, message)
    if wants_json(request):
        return error_json(status, code, message)
    context = {"status": status, "title": TITLES[code], "message": message}
    return HttpResponse(page(request, context), status=status)


def error_json(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)


def page(request: HttpRequest, context: dict[str, object]) -> str:
    """The page in the site's frame, or alone: what failed may be what every page needs."""
    if context["status"] != 500:
        try:
            return render_to_string("errors/error.html", context, request)
        except Exception:
            logger.exception("The error page for %s cannot be drawn in the site's frame", request)
    return render_to_string("errors/alone.html", context)


def wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
