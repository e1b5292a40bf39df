"""What every action answers: a redirect or a page to a person, JSON to a program.

JSON is asked for with ``Accept: application/json``. A refusal is
``{"error": {"code", "message", "reason"?}}`` with the status that the error names.
"""

import json
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from sumendi_site.accounts.models import User
from sumendi_site.errors import error_json, wants_json
from sumendi_site.refusals import Refusal

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponse)
Action = Callable[Concatenate[HttpRequest, P], HttpResponse]


def player_action(view: Action[P]) -> Action[P]:
    """A view that takes POST from signed-in readers only, and whose refusals become answers."""

    @require_POST
    @wraps(view)
    def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in_first(request)
        try:
            return view(request, *args, **kwargs)
        except Refusal as error:
            return refused(request, error)

    return cast(Action[P], wrapper)


def reader(request: HttpRequest) -> User:
    """The signed-in reader, in a view that lets nobody else in."""
    return cast(User, request.user)


def done(request: HttpRequest, url: str, **data: Any) -> HttpResponse:
    """The action has been carried out; `url` is where a person goes next."""
    if wants_json(request):
        return JsonResponse({**data, "url": url})
    return redirect(url)


def told(request: HttpRequest, text: str) -> HttpResponse:
    """The action has been carried out, which a person is told on the page where they were."""
    if not wants_json(request):
        messages.success(request, text)
    return done(request, page_before(request))


def json_in(request: HttpRequest, name: str, error: type[Refusal]) -> object:
    """What a field of a form holds as JSON. Raises `error` for what is none."""
    try:
        return json.loads(request.POST.get(name, ""))
    except (ValueError, RecursionError) as fault:
        raise error(f"The field {name} must hold JSON.") from fault


def refused(request: HttpRequest, error: Refusal) -> HttpResponse:
    """The action was refused, and why."""
    if wants_json(request):
        return refused_json(error)
    context = {"message": error.message, "back": page_before(request)}
    page = render(request, "games/refused.html", context, status=error.status)
    return with_retry_after(page, error)


def refused_json(error: Refusal) -> JsonResponse:
    body = {"code": error.code, "message": error.message}
    if error.reason:
        body["reason"] = error.reason
    return with_retry_after(JsonResponse({"error": body}, status=error.status), error)


def with_retry_after(response: Answer, error: Refusal) -> Answer:
    """The answer, with the time after which the action may be tried again where it is known."""
    if error.retry_after is not None:
        response["Retry-After"] = str(error.retry_after)
    return response


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """The action needs an account; after the sign-in a person is back on the page it came from."""
    if wants_json(request):
        return error_json(
            HTTPStatus.UNAUTHORIZED, "signed_out", "You are signed out. Sign in and try again."
        )
    return redirect_to_login(page_before(request))


def page_before(request: HttpRequest) -> str:
    """The page of this site whose form was sent, as a path; the lobby when it cannot be told."""
    referer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referer, {request.get_host()}):
        return reverse("lobby")
    parts = urlsplit(referer)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    # A path that begins with two slashes would lead to another host.
    return path if url_has_allowed_host_and_scheme(path, None) else reverse("lobby")
