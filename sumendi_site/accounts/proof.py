"""Showing once more that the account is yours."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest, HttpResponseBase

from .models import User

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], Answer]


def proof_required(view: View[P, Answer]) -> View[P, Answer]:
    """A view for signed-in readers who have given their password within the last five minutes;
    others are asked for it, and then what they sent goes on. Guests have nothing but their session
    to show."""
    proven = reauthentication_required(view)

    @wraps(view)
    def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> Answer:
        is_guest = getattr(request.user, "kind", None) == User.Kind.GUEST
        return cast(Answer, (view if is_guest else proven)(request, *args, **kwargs))

    return cast(View[P, Answer], wrapper)
