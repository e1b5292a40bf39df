"""Showing once more that the account is yours."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar, cast

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest, HttpResponseBase

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, P], Answer]


def proof_required(view: View[P, Answer]) -> View[P, Answer]:
    """A view for signed-in readers who have given their password within the last five minutes;
    others are asked for it, and then what they sent goes on."""
    return cast(View[P, Answer], reauthentication_required(view))
