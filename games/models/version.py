"""The packages that owners of bots have uploaded."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .bot import Bot


class VersionState(models.TextChoices):
    QUEUED = "queued", "waiting to be checked"
    CHECKING = "checking", "being checked"
    READY = "ready", "live"
    REFUSED = "refused"
    RETIRED = "retired"


class BotVersion(models.Model):
    """One uploaded package of a bot, numbered from 1. The one that is ready plays; there is at most
    one. `key` is chosen by whoever uploads it, so that asking twice makes one. `package` is the
    file as it was sent, `refusal` says in a sentence why it was refused."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    file_name = models.CharField(max_length=100)
    package = models.BinaryField()
    state = models.CharField(
        max_length=8, choices=VersionState.choices, default=VersionState.QUEUED
    )
    refusal = models.CharField(max_length=300, blank=True)
    uploaded = models.DateTimeField(default=timezone.now)
    checked = models.DateTimeField(null=True)
    went_live = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["bot", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_one_a_number"),
            models.UniqueConstraint(
                fields=["bot"],
                condition=Q(state=VersionState.READY),
                name="version_one_is_ready",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} version {self.number}"

    @property
    def is_live(self) -> bool:
        return self.state == VersionState.READY

    @property
    def was_checked(self) -> bool:
        """It has passed its check, now or once."""
        return self.state in (VersionState.READY, VersionState.RETIRED)
