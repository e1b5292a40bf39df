"""Showing once more that the account is yours."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def proof_required(view: View[P]) -> View[P]:
    """A view for signed-in readers who have given their password within the last five minutes;
    others are asked for it, and then what they sent goes on."""
    return cast(View[P], reauthentication_required(view))
