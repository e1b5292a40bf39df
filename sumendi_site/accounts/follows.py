"""Whom somebody wants to hear of. Nobody else sees that list, the followed player included."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from .models import User


class FollowQuerySet(models.QuerySet["Follow"]):
    def between(self, one: "User", other: "User") -> "FollowQuerySet":
        """Those of one of them of the other, in either direction."""
        return self.filter(owner__in=(one, other), followed__in=(one, other))


class Follow(models.Model):
    """`owner` counts `followed` among their friends."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    followed = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followed_by"
    )
    created = models.DateTimeField(default=timezone.now)

    objects = FollowQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "followed"], name="follow_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("followed")), name="follow_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner} follows {self.followed}"
