"""Guests: accounts without a name of their own or a password, made by one click. The browser's
session is the only key to them; signing up makes the guest a person, games included."""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from sumendi_site.accounts.models import User
from sumendi_site.accounts.names import GUEST_PREFIX

SESSION_SECONDS = 365 * 86_400
ENTRANCE = (
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/2fa/authenticate/",
    "/accounts/confirm-email/",
    "/accounts/password/reset/",
    "/invitation/",
)
"""Where one signs up or in: a guest counts as signed out there."""

FOR_PEOPLE = ("/account/", "/accounts/")
WAY_OUT = "/accounts/logout/"

View = Callable[[HttpRequest], HttpResponseBase]


def new_guest() -> User:
    """A new guest account, `guest-` and six hexadecimal digits."""
    name = _random_name()
    while User.objects.filter(username=name).exists():
        name = _random_name()
    guest = User(username=name, kind=User.Kind.GUEST)
    guest.set_unusable_password()
    guest.save()
    return guest


def _random_name() -> str:
    return GUEST_PREFIX + secrets.token_hex(3)


def sign_in_guest(request: HttpRequest, guest: User) -> None:
    """Let this browser play as the guest for a year."""
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(SESSION_SECONDS)


def guest_of(request: HttpRequest) -> User | None:
    """The guest who came to the entrance, where `request.user` is nobody."""
    return getattr(request, "guest", None)


def end_guest_session(request: HttpRequest) -> None:
    """Sign the guest out and keep the rest of the session, so that a sign-up can go on in it."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session.set_expiry(None)


def guests_at_the_door(get_response: View) -> View:
    """Middleware: guests may sign up and in like anybody, and have no account to look after."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        user = request.user
        if not isinstance(user, User) or user.kind != User.Kind.GUEST:
            return get_response(request)
        if request.path.startswith(ENTRANCE):
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        elif request.path.startswith(FOR_PEOPLE) and request.path != WAY_OUT:
            messages.info(request, "Guests have no account to look after. Sign up to get one.")
            return redirect("account_signup")
        return get_response(request)

    return middleware
