"""Accounts that programs play, and what went wrong with them."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.rules import SIZES

from .game import Game


def all_sizes() -> list[int]:
    return list(SIZES)


class Bot(models.Model):
    """What only an account of the kind bot has; its owner stands on the account. `key` is chosen
    by whoever registers it, so that asking twice makes one. `last_seen` is kept here when a token
    goes, which knew it until then; `faults` counts them all, however few are remembered.

    A bot that is `paused` plays nothing until its owner says so. `accepts_rated`,
    `accepts_casual`, `sizes` and `most_games` (at the same time, against people) say which
    challenges of people it accepts, `on_ladder` whether it is paired with other programs."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="bot"
    )
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    created = models.DateTimeField(default=timezone.now)
    last_seen = models.DateTimeField(null=True)
    faults = models.PositiveIntegerField(default=0)

    # What only a bot with an uploaded program has a use for.
    paused = models.DateTimeField(null=True)
    paused_why = models.CharField(max_length=300, blank=True)
    faults_in_a_row = models.PositiveSmallIntegerField(default=0)
    accepts_rated = models.BooleanField(default=True)
    accepts_casual = models.BooleanField(default=True)
    sizes = models.JSONField(default=all_sizes)
    most_games = models.PositiveSmallIntegerField(default=5)
    on_ladder = models.BooleanField(default=True)

    def __str__(self) -> str:
        return str(self.account)


class FaultKind(models.TextChoices):
    UNREADABLE = "unreadable_move", "sent a move that cannot be read"
    ILLEGAL = "illegal_move", "sent a move against the rules"
    TIMEOUT = "timeout", "lost on time"
    CRASH = "crash", "crashed"
    SLOW = "over_budget", "took more time than a turn has"
    MEMORY = "memory", "took too much memory"
    NO_ANSWER = "bad_output", "printed no answer"


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
