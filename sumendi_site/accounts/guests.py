"""Guests: accounts without a name of their own or a password, made by one click. The browser's
session is the only key to them; signing up makes the guest a person, games included. Where an
address has to be confirmed the guest plays on in this browser until that is done."""

import secrets
from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, login
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
OWN_DATA = "/account/data/"
SIGN_UP = "/accounts/signup/"
ADDRESS = "/accounts/email/"


class SignedUpAlready(Exception):
    """This guest has signed up in another request."""


View = Callable[[HttpRequest], HttpResponseBase]


def new_guest() -> User:
    """A new guest account, `guest-` and six hexadecimal digits."""
    guest = User(username=_free_name(), kind=User.Kind.GUEST)
    guest.set_unusable_password()
    guest.save()
    return guest


def _free_name() -> str:
    name = _random_name()
    while User.objects.filter(username=name).exists():
        name = _random_name()
    return name


def _random_name() -> str:
    return GUEST_PREFIX + secrets.token_hex(3)


def sign_in_guest(request: HttpRequest, guest: User) -> None:
    """Let this browser play as the guest for a year."""
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(SESSION_SECONDS)


def guest_of(request: HttpRequest) -> User | None:
    """The guest who came to the entrance, where `request.user` is nobody."""
    return getattr(request, "guest", None)


def keep_guest_session(request: HttpRequest, guest: User) -> None:
    """The guest has signed up, and so has a password now: this browser may go on, under another
    session key, and all others are signed out."""
    request.session.cycle_key()
    request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()


def become_person(request: HttpRequest, user: User) -> None:
    """A guest whose sign-up is complete is a person, whose sessions last as long as anybody's."""
    guests = User.objects.filter(pk=user.pk, kind=User.Kind.GUEST, is_active=True)
    if not guests.update(kind=User.Kind.PERSON):
        return
    user.kind = User.Kind.PERSON
    if is_guest_here(request, user):
        request.session.set_expiry(None)


def close_guest(guest: User) -> None:
    """Leave the account as a mere name that nobody can use, and the address and the name of a
    sign-up that was never confirmed to others."""
    guest.is_active = False
    guest.about = guest.email = ""
    if not guest.username.startswith(GUEST_PREFIX):
        guest.username = _free_name()
    guest.save(update_fields=["is_active", "about", "email", "username"])
    EmailAddress.objects.filter(user=guest).delete()


def is_guest_here(request: HttpRequest, user: User) -> bool:
    """Whether this browser plays as this guest, seen from the entrance."""
    guest = guest_of(request)
    return guest is not None and guest.pk == user.pk


def guests_at_the_door(get_response: View) -> View:
    """Middleware: guests may sign up and in like anybody. They have no account to look after, but
    data to take away or to delete."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        user = request.user
        if not isinstance(user, User) or user.kind != User.Kind.GUEST:
            return get_response(request)
        if user.is_unconfirmed and request.path == ADDRESS:
            return get_response(request)
        if user.is_unconfirmed and request.path == SIGN_UP:
            return _to_the_address(request, user)
        if request.path.startswith(ENTRANCE):
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        elif request.path.startswith(FOR_PEOPLE) and request.path != WAY_OUT:
            if user.is_unconfirmed:
                return _to_the_address(request, user)
            if request.path.startswith(OWN_DATA):
                return get_response(request)
            messages.info(request, "Guests have no account to look after. Sign up to get one.")
            return redirect("account_signup")
        return get_response(request)

    return middleware


def _to_the_address(request: HttpRequest, guest: User) -> HttpResponseBase:
    messages.info(request, f"You have signed up. Now confirm the address {guest.email}.")
    return redirect("account_email")
