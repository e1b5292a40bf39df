"""Who does not want to hear from whom."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

if TYPE_CHECKING:
    from .models import User


class BlockQuerySet(models.QuerySet["Block"]):
    def between(self, one: "User", other: "User") -> "BlockQuerySet":
        """The blocks of one of them against the other, in either direction."""
        return self.filter(Q(owner=one, blocked=other) | Q(owner=other, blocked=one))


class Block(models.Model):
    """`owner` neither plays `blocked` any more nor reads what they write. Running games go on."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created = models.DateTimeField(default=timezone.now)

    objects = BlockQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "blocked"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("blocked")), name="block_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner} blocks {self.blocked}"


def apart_from(user: "User") -> "QuerySet[Block, int]":
    """The primary keys of the accounts that `user` blocks or that block `user`, to be asked for
    within another query."""
    blocked = Block.objects.filter(owner=user).values_list("blocked", flat=True)
    return blocked.union(Block.objects.filter(blocked=user).values_list("owner", flat=True))
