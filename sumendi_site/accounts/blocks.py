"""Who does not want to hear from whom."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Block(models.Model):
    """`owner` neither plays `blocked` any more nor reads what they write. Running games go on."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "blocked"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("blocked")), name="block_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner} blocks {self.blocked}"
