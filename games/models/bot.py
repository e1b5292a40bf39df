"""Accounts that programs play, and what went wrong with them."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .game import Game


class Bot(models.Model):
    """What only an account of the kind bot has; its owner stands on the account. `key` is chosen
    by whoever registers it, so that asking twice makes one. `last_seen` is kept here when a token
    goes, which knew it until then; `faults` counts them all, however few are remembered."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="bot"
    )
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    created = models.DateTimeField(default=timezone.now)
    last_seen = models.DateTimeField(null=True)
    faults = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.account)


class FaultKind(models.TextChoices):
    UNREADABLE = "unreadable_move", "sent a move that cannot be read"
    ILLEGAL = "illegal_move", "sent a move against the rules"
    TIMEOUT = "timeout", "lost on time"


class BotFault(models.Model):
    """Something that a bot did wrong in a game, for its owner to mend."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="recent_faults")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=15, choices=FaultKind.choices)
    detail = models.CharField(max_length=300)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.bot} {self.get_kind_display()} in game {self.game_id}"
