"""The browsers of a player that take push messages."""

import json
import re
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from sumendi_site.accounts.models import User

from .channels.push import is_on
from .channels.push.encryption import check_keys, decode, encode
from .channels.push.posting import AddressRefused, check_address
from .models import Device

MOST_DEVICES = 10
COOKIE = "push_device"
LONGEST_COOKIE = timedelta(days=400)
LONGEST_ENDPOINT = 1000
PRINTABLE = re.compile("[!-~]+")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"))


class SubscriptionRefused(Exception):
    """The subscription cannot be used; the message says why."""


@transaction.atomic
def subscribe(user: User, subscription: bytes, user_agent: str, session_key: str = "") -> Device:
    """Store a browser's subscription, as its ``PushSubscription.toJSON()`` has it. The same
    browser again gives the same device, and takes it from whoever had it. It gets messages for
    as long as the session lasts."""
    endpoint, public_key, secret = _read(subscription)
    if not is_on() or user.kind != User.Kind.PERSON:
        raise SubscriptionRefused("Push messages are for accounts of people, where they are on.")
    digest = Device.digest(endpoint)
    if user.push_devices.exclude(endpoint_digest=digest).count() >= MOST_DEVICES:
        raise SubscriptionRefused(f"At most {MOST_DEVICES} devices; remove one first.")
    device, _ = Device.objects.update_or_create(
        endpoint_digest=digest,
        defaults={
            "user": user,
            "endpoint": endpoint,
            "public_key": public_key,
            "secret": secret,
            "label": label_of(user_agent),
            "silent_since": None,
            "session_key": session_key,
            "signed_in": True,
        },
    )
    return device


def remember(response: HttpResponse, device: Device) -> None:
    """Let the browser say, also in a later session, which device it is."""
    response.set_signed_cookie(
        COOKIE,
        str(device.pk),
        max_age=LONGEST_COOKIE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def follow_this_browser(request: HttpRequest, user: User, **told: Any) -> None:
    """Who signs in again where they had push messages gets them again; and a change of the
    password gives the session another key."""
    number = request.get_signed_cookie(COOKIE, default=None)
    if number is None:
        return
    if request.session.session_key is None:
        request.session.save()
    Device.objects.filter(user=user, pk=number).update(
        session_key=request.session.session_key, signed_in=True
    )


def forget_this_browser(request: HttpRequest, user: User | None, **told: Any) -> None:
    """Who signs out may leave the browser to somebody else, who is not to read their messages."""
    number = request.get_signed_cookie(COOKIE, default=None)
    if user is not None and number is not None:
        Device.objects.filter(user=user, pk=number).delete()


def _read(subscription: bytes) -> tuple[str, str, str]:
    try:
        told: Any = json.loads(subscription)
        endpoint, keys = told["endpoint"], told["keys"]
        public_key, secret = keys["p256dh"], keys["auth"]
        check_keys(public_key, secret)
        if not PRINTABLE.fullmatch(endpoint):
            raise AddressRefused("The address of a push service is printable ASCII.")
        if len(endpoint) > LONGEST_ENDPOINT:
            raise SubscriptionRefused("The address of the push service is too long.")
        check_address(endpoint)
    except AddressRefused as error:
        raise SubscriptionRefused(str(error)) from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise SubscriptionRefused("This is no subscription of a browser.") from error
    # Written anew: base64 is also read with signs in it that say nothing, without end.
    return endpoint, encode(decode(public_key)), encode(decode(secret))


def label_of(user_agent: str) -> str:
    """A few words by which people tell their devices apart."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "")
    if not browser:
        browser = "Safari" if "Safari" in user_agent else "Browser"
    system = next((name for name in SYSTEMS if name in user_agent), "")
    return f"{browser} on {system}" if system else browser
