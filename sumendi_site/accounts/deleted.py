"""Which accounts were deleted, and what is kept of them."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from .models import User


class Deletion(models.Model):
    """Somebody deleted their account. `former_name` is known until all is `finished`, for the
    sake of what still holds it; by what it `looks` like, which only the site can compare, it is
    kept from others for a while after that."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deletion"
    )
    asked = models.DateTimeField(default=timezone.now, db_index=True)
    former_name = models.CharField(max_length=24, blank=True)
    looks = models.CharField(max_length=64, blank=True, db_index=True)
    finished = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"deletion of {self.person}"


class BannedAddress(models.Model):
    """What the e-mail address of an account that was deleted under a ban `looks` like, which only
    the site can compare; kept `until` the ban would have ended, for good where that is empty."""

    looks = models.CharField(max_length=64, db_index=True)
    until = models.DateTimeField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"banned address {self.pk}"


def is_deleted(person: "User") -> bool:
    """Whether the account is closed because its owner has deleted it. A query, for closed accounts
    alone."""
    return not person.is_active and Deletion.objects.filter(person=person.pk).exists()
