"""Notices, how each was sent, and what players have chosen about them."""

import hashlib
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from sumendi_site.accounts.models import User

from .kinds import ChannelCode, NoticeKind, Text, find

DEFAULT_HOURS = (24, 4)
"""At how many hours left a player who has chosen nothing is warned."""


def default_hours() -> list[int]:
    return list(DEFAULT_HOURS)


class NoticeQuerySet(models.QuerySet["Notice"]):
    def in_bell_of(self, user: User) -> "NoticeQuerySet":
        return self.filter(recipient=user, deliveries__channel=ChannelCode.BELL)

    def unseen(self) -> "NoticeQuerySet":
        return self.filter(seen=None)


class Notice(models.Model):
    """Something that `recipient` should hear of, once: `key` says what it is.

    `about` names the page that shows it (``game:12``): who opens that page has seen the notice.
    """

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=120)
    data = models.JSONField(default=dict)
    about = models.CharField(max_length=40, blank=True)
    created = models.DateTimeField(default=timezone.now, db_index=True)
    seen = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["recipient", "key"], name="notice_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["recipient", "about"], condition=Q(seen=None), name="notice_unseen"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.recipient}"

    @property
    def kind_or_none(self) -> NoticeKind | None:
        return find(self.kind)

    @property
    def text(self) -> Text:
        kind = self.kind_or_none
        if kind is None:
            return Text("News", "What this was about is no longer part of the site.", "/")
        return kind.write(self.data)

    @property
    def is_outdated(self) -> bool:
        kind = self.kind_or_none
        return kind is None or kind.is_outdated(self.data)


class DeliveryState(models.TextChoices):
    QUEUED = "queued", "waiting to be sent"
    SENT = "sent", "sent"
    FAILED = "failed", "failed"
    SKIPPED = "skipped", "not sent"


class Delivery(models.Model):
    """A notice on its way by one channel, and to one device where there are several.

    A sender claims it until an instant; after that instant another may. `due` is when it is sent,
    or tried again. `reason` says why it failed, was tried again or was not sent.
    """

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=5, choices=[(code, code) for code in ChannelCode])
    target = models.CharField(max_length=20, blank=True)
    state = models.CharField(
        max_length=7, choices=DeliveryState.choices, default=DeliveryState.QUEUED
    )
    in_digest = models.BooleanField(default=False)
    due = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notice", "channel", "target"], name="delivery_once_a_way"
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["channel", "due"],
                condition=Q(state=DeliveryState.QUEUED),
                name="delivery_due",
            ),
            models.Index(fields=["channel", "state", "finished"], name="delivery_finished"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} of {self.notice_id}: {self.state}"


class ChannelLock(models.Model):
    """The one row of a channel that is locked to claim deliveries of it."""

    channel = models.CharField(max_length=5, primary_key=True)

    def __str__(self) -> str:
        return self.channel


class NoticeSettings(models.Model):
    """What a player has chosen. `channels` has a list of channel codes for each kind whose
    defaults they changed; `hours` are the hours left at which a warning is given."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_settings"
    )
    channels = models.JSONField(default=dict)
    mail_daily = models.BooleanField(default=False)
    hours = models.JSONField(default=default_hours)

    def __str__(self) -> str:
        return f"what {self.user} wants to hear of"

    def wants(self, kind: NoticeKind, channel: ChannelCode) -> bool:
        chosen = self.channels.get(kind.code)
        return channel in (kind.channels if chosen is None else chosen)

    def choose(self, kind: NoticeKind, channels: list[ChannelCode]) -> None:
        self.channels[kind.code] = [str(channel) for channel in channels]

    def largest_hours_below(self, hours: float) -> int | None:
        """The next warning for somebody who has so many hours left."""
        return max((rung for rung in self.hours if rung < hours), default=None)


def settings_of(user: User) -> NoticeSettings:
    """The stored choices of `user`, or unsaved defaults. Where they were loaded together with the
    user (`select_related`), these."""
    if User._meta.get_field("notice_settings").is_cached(user):
        loaded: NoticeSettings | None = getattr(user, "notice_settings", None)
        return loaded or NoticeSettings(user_id=user.pk)
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user_id=user.pk)


class Device(models.Model):
    """A browser that takes Web Push messages: where its push service takes them, and the keys
    with which they are encrypted for it (base64url). A browser belongs to who asked last.
    `silent_since`: when its push service was first asked in vain, if it has not answered since.
    `session_key`: of the session in which the owner is signed in there, where it is known;
    `signed_in` is false from when that was found to be gone until they sign in there again.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.URLField(max_length=1000)
    endpoint_digest = models.CharField(max_length=64, unique=True)
    public_key = models.CharField(max_length=100)
    secret = models.CharField(max_length=40)
    label = models.CharField(max_length=60)
    created = models.DateTimeField(default=timezone.now)
    silent_since = models.DateTimeField(null=True)
    session_key = models.CharField(max_length=40, blank=True)
    signed_in = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.label} of {self.user}"

    @staticmethod
    def digest(endpoint: str) -> str:
        return hashlib.sha256(endpoint.encode()).hexdigest()
