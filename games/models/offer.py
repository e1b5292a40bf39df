"""Offers of a game: a seek is open to everybody, a challenge goes to one player, and an invite
link to whoever was sent it."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.clock import TimeControl

from .game import Game


class Seat(models.TextChoices):
    """Which seat the one who offers wants."""

    RANDOM = "random", "Random"
    FIRST = "first", "First"
    SECOND = "second", "Second"


class OfferStatus(models.TextChoices):
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class OfferQuerySet(models.QuerySet["Offer"]):
    def not_expired(self, now: datetime | None = None) -> "OfferQuerySet":
        """The open offers whose time is not over, whether or not the sweep has seen the others."""
        return self.filter(expires__gt=now or timezone.now(), status=OfferStatus.OPEN)

    def open(self) -> "OfferQuerySet":
        """What can still be answered: an offer of a closed account cannot."""
        return self.not_expired().of_players().with_owners()

    def of_players(self) -> "OfferQuerySet":
        """Those whose creator is not closed: see `User.is_closed`."""
        return self.filter(creator__is_active=True).exclude(creator__owner__is_active=False)

    def with_owners(self) -> "OfferQuerySet":
        return self.select_related("creator__owner", "opponent__owner")

    def seeks(self) -> "OfferQuerySet":
        return self.open().filter(opponent=None, invite_code="")

    def challenges(self) -> "OfferQuerySet":
        return self.open().exclude(opponent=None)


class Offer(models.Model):
    """`key` is chosen by the form that makes the offer, so that sending it twice makes one.
    `cautions` are sentences that a page shows beside it; they are not stored."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offers_made"
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="offers_received",
    )
    size = models.PositiveSmallIntegerField()
    rated = models.BooleanField()
    seat = models.CharField(max_length=6, choices=Seat.choices)
    time_control = models.CharField(max_length=30)
    status = models.CharField(
        max_length=9, choices=OfferStatus.choices, default=OfferStatus.OPEN, db_index=True
    )
    expires = models.DateTimeField(db_index=True)
    invite_code = models.CharField(max_length=32, blank=True)
    rematch_of = models.ForeignKey(
        Game, on_delete=models.SET_NULL, null=True, related_name="rematches"
    )
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="offer")
    created = models.DateTimeField(default=timezone.now)
    answered = models.DateTimeField(null=True)

    was_made_before = False
    """Of the offer that making one gave back: its key had been used, and nothing was made."""

    objects = OfferQuerySet.as_manager()

    cautions: Sequence[str] = ()

    class Meta:
        ordering: ClassVar = ["-created", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["invite_code"],
                condition=~models.Q(invite_code=""),
                name="offer_one_an_invite_link",
            )
        ]

    def __str__(self) -> str:
        return f"offer {self.pk} by {self.creator}"

    @property
    def is_seek(self) -> bool:
        return self.opponent_id is None and not self.invite_code

    @property
    def control(self) -> TimeControl:
        return TimeControl.parse(self.time_control)
