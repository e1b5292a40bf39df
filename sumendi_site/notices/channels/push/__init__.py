"""Web Push: a message to each browser that its owner has subscribed."""

import hashlib
import json
from collections.abc import Sequence
from datetime import timedelta
from email.utils import parseaddr
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from sumendi_site.accounts.models import User
from sumendi_site.notices.channels import Undeliverable
from sumendi_site.notices.kinds import ChannelCode
from sumendi_site.notices.models import Delivery, Device, Notice

from .encryption import decode, encode, encrypt, point, private_key, vapid
from .posting import AddressRefused, post

TTL = 86_400
"""Seconds for which the push service keeps a message for a device that is away."""
LONGEST_SILENCE = timedelta(days=3)
"""A time and not a number of tries, for all devices are silent while this site has no network."""
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
BUSY = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)


class PushServiceFailed(Exception):
    """The push service takes no message now."""


class Push:
    code = ChannelCode.PUSH
    label = "Push"

    @property
    def delay(self) -> timedelta:
        return timedelta(seconds=settings.NOTICE_PUSH_DELAY)

    def targets(self, user: User) -> list[str]:
        if not is_on() or user.kind != User.Kind.PERSON or not user.is_active:
            return []
        return [str(device.pk) for device in user.push_devices.all() if device.signed_in]

    def send(self, deliveries: Sequence[Delivery]) -> None:
        delivery = deliveries[0]
        recipient = delivery.notice.recipient
        if not recipient.is_active:
            raise Undeliverable("This account is closed.")
        device = recipient.push_devices.filter(pk=delivery.target).first()
        if device is None:
            raise Undeliverable("This device is no longer subscribed.")
        if _is_signed_out(device):
            Device.objects.filter(pk=device.pk).update(signed_in=False)
            raise Undeliverable("You are no longer signed in on this device.")
        try:
            status = _post(device, delivery.notice)
        except AddressRefused as error:
            raise Undeliverable(str(error)) from error
        except TimeoutError:
            _note_silence(device)
            raise
        if device.silent_since is not None:
            Device.objects.filter(pk=device.pk).update(silent_since=None)
        _judge(status, device)


def _is_signed_out(device: Device) -> bool:
    """Whoever uses the browser after the session has ended is not to read the messages."""
    if not device.session_key:
        return False
    sessions = Session.objects.filter(pk=device.session_key, expire_date__gt=timezone.now())
    session = sessions.first()
    return session is None or not _is_of(session, device.user)


def _is_of(session: Session, user: User) -> bool:
    """A new password ends the sessions elsewhere, but leaves their rows."""
    told = session.get_decoded()
    proofs = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    proof = str(told.get(HASH_SESSION_KEY, ""))
    return told.get(SESSION_KEY) == str(user.pk) and any(
        constant_time_compare(proof, valid) for valid in proofs
    )


def _note_silence(device: Device) -> None:
    """Drops the device when its push service has been silent for too long."""
    now = timezone.now()
    if device.silent_since is None:
        Device.objects.filter(pk=device.pk).update(silent_since=now)
    elif device.silent_since <= now - LONGEST_SILENCE:
        device.delete()
        raise Undeliverable("The push service of this device answers no more.")


def is_on() -> bool:
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """What a browser needs to subscribe: our public key, in base64url."""
    return encode(point(private_key(settings.VAPID_PRIVATE_KEY).public_key()))


def _post(device: Device, notice: Notice) -> int:
    key = private_key(settings.VAPID_PRIVATE_KEY)
    body = encrypt(_payload(notice), decode(device.public_key), decode(device.secret))
    headers = {
        "Authorization": vapid(device.endpoint, key, _contact()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Urgency": "normal",
        "Topic": _topic(notice),
    }
    return post(device.endpoint, headers, body)


def _payload(notice: Notice) -> bytes:
    text = notice.text
    told = {"title": text.title, "body": text.body, "url": text.url, "tag": _topic(notice)}
    return json.dumps(told).encode()


def _topic(notice: Notice) -> str:
    """A later message about the same page takes the place of one that still waits."""
    return hashlib.sha256((notice.about or notice.key).encode()).hexdigest()[:32]


def _contact() -> str:
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return settings.SITE_URL if settings.SERVED_BY_HTTPS else f"mailto:{address}"


def _judge(status: int, device: Device) -> None:
    if status in GONE:
        device.delete()
        raise Undeliverable("This device is no longer subscribed.")
    if status in BUSY or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise PushServiceFailed(f"{status} {_phrase(status)}")
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise Undeliverable(f"The push service refused it: {status} {_phrase(status)}.")


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
