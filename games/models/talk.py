"""What is said and noted at a game."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .game import Game


class ChatMessage(models.Model):
    """A line of table talk between the two players of a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    text = models.CharField(max_length=500)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["game", "id"]
        indexes: ClassVar = [models.Index(fields=["author", "created"], name="chat_rate")]

    def __str__(self) -> str:
        return self.text


class Note(models.Model):
    """What a player writes down about a game, for nobody else."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    text = models.TextField(max_length=5000)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "author"], name="note_one_a_player")
        ]

    def __str__(self) -> str:
        return self.text[:40]


class LogKind(models.TextChoices):
    TIME_GIVEN = "time_given", "time was given"
    VACATION = "vacation", "the clock stood still"


class GameLog(models.Model):
    """Something that happened at a game and is no ply. `seconds` is by how much the deadline of
    `player` moved."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="log")
    kind = models.CharField(max_length=12, choices=LogKind.choices)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seconds = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["game", "id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} at game {self.game_id}"
