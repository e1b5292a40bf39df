"""What a player tries out beside a game, or on a board of their own."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games.rules import Position, Tree
from sumendi_site.accounts.models import User

from .game import Game

LONGEST_TITLE = 80


class Exploration(models.Model):
    """A tree of variations from the empty board, one for each owner and game; without a game it is
    a board of the owner's own.

    `tree` is JSON as `games.rules.Tree` writes it. `version` counts the saves from 1. Only its
    owner can read it, but for the time from `published` on.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="explorations"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="explorations")
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    size = models.PositiveSmallIntegerField()
    tree = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    updated = models.DateTimeField(default=timezone.now)
    published = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["owner", "-updated"], name="exploration_list")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["owner", "game"],
                condition=Q(game__isnull=False),
                name="exploration_one_a_game",
            )
        ]

    def __str__(self) -> str:
        return f"exploration {self.pk} of {self.owner}"

    def get_absolute_url(self) -> str:
        return reverse("exploration", args=[self.pk])

    @property
    def start(self) -> Position:
        return Position.start(self.size)

    @property
    def is_published(self) -> bool:
        return self.published is not None

    def is_open_to(self, reader: object) -> bool:
        """Whether `reader` may see it."""
        return self.is_published or self.is_owned_by(reader)

    def is_owned_by(self, reader: object) -> bool:
        return isinstance(reader, User) and reader.pk == self.owner_id

    @staticmethod
    def nothing(size: int) -> dict[str, object]:
        """The tree that says nothing."""
        return Tree(Position.start(size)).data()
