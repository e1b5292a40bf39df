"""Plies that were taken back by consent."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .game import Game


class RetractedMove(models.Model):
    """A ply as it was played, until its game was taken back beyond it. Everything that reads moves
    reads `Move`, where it stands no more. `number` counts the takebacks of the game from 1,
    `asked_by` is who wished for this one; the opponent agreed at `retracted`."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="retracted")
    number = models.PositiveSmallIntegerField()
    ply = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    text = models.CharField(max_length=60)
    made = models.DateTimeField()
    seconds = models.PositiveIntegerField(default=0)
    by_condition = models.BooleanField(default=False)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    retracted = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["game", "number", "ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number", "ply"], name="retracted_one_a_ply")
        ]
        indexes: ClassVar = [models.Index(fields=["player", "made"], name="retracted_by_player")]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}, taken back"
