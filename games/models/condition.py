"""What a player has prepared for a game: replies that are played by themselves."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .game import Game


class Conditions(models.Model):
    """The conditional moves of a player in a game, for nobody else's eyes.

    `tree` is the data of a `games.rules.tree.Tree` that starts after `from_ply` plies. Each time it
    is saved, `version` is one more: so a page knows whether another one has saved meanwhile.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="conditions")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="conditions"
    )
    from_ply = models.PositiveSmallIntegerField()
    tree = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "player"], name="conditions_one_a_player")
        ]

    def __str__(self) -> str:
        return f"conditional moves of {self.player} in game {self.game_id}"
