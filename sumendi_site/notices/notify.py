"""Telling somebody something, once."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.live.publish import player_topic, publish
from sumendi_site.queue import wake

from .channels import Channel, all_channels
from .kinds import LIVE_EVENT, ChannelCode, NoticeKind, find
from .models import Delivery, DeliveryState, Notice, NoticeSettings, settings_of

READERS = (User.Kind.PERSON, User.Kind.GUEST)
AT_ONCE = 500
"""So many are told in one go: databases limit how many values a statement may have."""
DIGEST_HOUR = 8
"""The hour of the reader's day at which the daily mail is due."""


@transaction.atomic(savepoint=False)
def notify(
    recipient: User, kind_code: str, key: str, data: Mapping[str, Any], about: str = ""
) -> Notice | None:
    """Store a notice in the running transaction, and its deliveries; workers send them after the
    commit. The same key again does nothing. Programs are told nothing: None.

    `key` names what happened, at most 120 characters. `data` is what the kind writes its text
    from. `about` names the page that shows it, see `seen_at`.
    """
    if recipient.kind not in READERS:
        return None
    kind = _kind(kind_code)
    new = Notice(recipient=recipient, key=key, kind=kind.code, data=dict(data), about=about)
    try:
        with transaction.atomic():
            new.save()
    except IntegrityError:
        return Notice.objects.get(recipient=recipient, key=key)
    _send_out([new], kind)
    return new


def notify_all(
    data: Mapping[int, Mapping[str, Any]],
    kind_code: str,
    key: str,
    about: str | Mapping[int, str] = "",
) -> int:
    """The same as `notify` for many at once, in few statements: `data`, and `about` where it is not
    the same for all, by the ids of those who are told. Returns how many had not been told before.
    The caller keeps others from telling of the same `key` at the same time."""
    kind, readers = _kind(kind_code), sorted(data)
    portions = (readers[start : start + AT_ONCE] for start in range(0, len(readers), AT_ONCE))
    return sum(_notify_some({pk: data[pk] for pk in some}, kind, key, about) for some in portions)


@transaction.atomic(savepoint=False)
def _notify_some(
    data: Mapping[int, Mapping[str, Any]],
    kind: NoticeKind,
    key: str,
    about: str | Mapping[int, str],
) -> int:
    told = Notice.objects.filter(recipient__in=data, key=key).values("recipient")
    recipients = User.objects.filter(pk__in=data, kind__in=READERS).exclude(pk__in=told)
    with_choices = recipients.select_related("notice_settings").prefetch_related("push_devices")
    new = [
        Notice(
            recipient=one,
            key=key,
            kind=kind.code,
            data=dict(data[one.pk]),
            about=about if isinstance(about, str) else about[one.pk],
        )
        for one in with_choices.order_by("pk")
    ]
    _send_out(Notice.objects.bulk_create(new), kind)
    return len(new)


def _kind(code: str) -> NoticeKind:
    kind = find(code)
    if kind is None:
        raise LookupError(f"No app has registered notices of the kind {code}.")
    return kind


def _send_out(notices: Sequence[Notice], kind: NoticeKind) -> None:
    deliveries = Delivery.objects.bulk_create(
        delivery for notice in notices for delivery in _deliveries(notice, kind)
    )
    if kind.live_event == LIVE_EVENT:
        for notice in notices:
            publish(player_topic(notice.recipient_id), LIVE_EVENT, {"notice": notice.pk})
    now = timezone.now()
    if any(d.state == DeliveryState.QUEUED and d.due <= now for d in deliveries):
        wake("sumendi_site.notices.tasks.hand_out_due")


def _deliveries(notice: Notice, kind: NoticeKind) -> Iterator[Delivery]:
    choices = settings_of(notice.recipient)
    for channel in all_channels():
        if not choices.wants(kind, channel.code):
            continue
        for target in channel.targets(notice.recipient):
            yield _delivery(notice, kind, channel, target, choices)


def _delivery(
    notice: Notice, kind: NoticeKind, channel: Channel, target: str, choices: NoticeSettings
) -> Delivery:
    delivery = Delivery(notice=notice, channel=channel.code, target=target)
    if channel.code == ChannelCode.BELL:
        delivery.state = DeliveryState.SENT
        delivery.finished = notice.created
    elif channel.code == ChannelCode.EMAIL and choices.mail_daily and not kind.urgent:
        delivery.in_digest = True
        delivery.due = next_digest(notice.recipient.time_zone, notice.created)
    else:
        delivery.due = notice.created + channel.delay
    return delivery


def next_digest(zone: str, now: datetime) -> datetime:
    """The next time that it is `DIGEST_HOUR` o'clock in the reader's zone."""
    here = now.astimezone(ZoneInfo(zone))
    today = here.replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if today > here else today + timedelta(days=1)
