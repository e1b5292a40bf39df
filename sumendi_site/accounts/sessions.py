"""The sessions of an account, and whether a reader whose page stays open is still signed in."""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from .models import User

BATCH = 500
FRESH = 15.0
"""Seconds for which the last look at the session counts."""


def sessions_of(person: User) -> Iterator[Session]:
    """A session does not tell whose it is from outside, so all are looked at, some at a time: no
    query stays open while the caller takes its time."""
    last, found = "", Session.objects.order_by("session_key")
    while batch := list(found.filter(session_key__gt=last)[:BATCH]):
        last = batch[-1].session_key
        theirs = str(person.pk)
        yield from (one for one in batch if one.get_decoded().get(SESSION_KEY) == theirs)


def stays_signed_in(request: HttpRequest) -> Callable[[], bool]:
    """Whether the session of this request is still that of its reader: neither signed out, nor
    ended by a new password, nor with an account that was deleted. To be asked again and again, on a
    thread; it looks at the database now and then."""
    key, reader = request.session.session_key, cast(User, request.user).pk
    looked, answer = time.monotonic(), True

    def is_signed_in() -> bool:
        nonlocal looked, answer
        if time.monotonic() >= looked + FRESH:
            looked, answer = time.monotonic(), _is_session_of(key, reader)
        return answer

    return is_signed_in


def _is_session_of(key: str | None, reader: int) -> bool:
    store = import_module(settings.SESSION_ENGINE).SessionStore(key)
    person = User.objects.filter(pk=reader).first()
    if person is None or store.get(SESSION_KEY) != str(person.pk):
        return False
    stamp = store.get(HASH_SESSION_KEY, "")
    return constant_time_compare(stamp, person.get_session_auth_hash())
