"""Showing once more that the account is yours."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import urlencode

from .models import User

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], Answer]

TOO_LATE = "Nothing was done yet: after five minutes your password is asked for again."


def proof_required(view: View[P, Answer]) -> View[P, HttpResponseBase]:
    """A view for signed-in readers who have given their password within the last five minutes;
    others are asked for it, and then what they sent goes on. Guests have nothing but their session
    to show."""
    return _guarded(view, _suspend)


def proof_required_first(view: View[P, Answer]) -> View[P, HttpResponseBase]:
    """The same for what cannot be undone: others are asked for it, and then see the page again.
    What they sent is thrown away. It would be done whenever they next give the password, perhaps
    long after they thought better of it."""
    return _guarded(view, _begin_anew)


def _guarded(
    view: View[P, Answer], ask: Callable[[HttpRequest, str], HttpResponseBase]
) -> View[P, HttpResponseBase]:
    proven = reauthentication_required(view)

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if getattr(request.user, "kind", None) == User.Kind.GUEST:
            return view(request, *args, **kwargs)
        try:
            answer: HttpResponseBase = proven(request, *args, **kwargs)
        except ReauthenticationRequired:
            ways = get_adapter().get_reauthentication_methods(request.user)
            if not ways:
                return render(request, "account/no_proof.html", status=HTTPStatus.FORBIDDEN)
            return ask(request, ways[0]["url"])
        return answer

    return guarded


def _suspend(request: HttpRequest, address: str) -> HttpResponseBase:
    """allauth keeps what was sent, and goes on with it."""
    raise ReauthenticationRequired


def _begin_anew(request: HttpRequest, address: str) -> HttpResponseBase:
    if request.method == "POST":
        messages.warning(request, TOO_LATE)
    return redirect(f"{address}?{urlencode({REDIRECT_FIELD_NAME: request.path})}")
