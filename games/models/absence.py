"""When clocks stand still: players' vacations, and times at which the site itself was away."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class VacationBudget(models.Model):
    """How much vacation a player may still take, in whole seconds. A day on which the player
    made a ply adds an eighth of a day, up to 30 days."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacation_budget"
    )
    seconds = models.PositiveIntegerField(default=0)
    last_day_played = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.player}: {self.seconds} s of vacation"


class VacationQuerySet(models.QuerySet["Vacation"]):
    def at(self, now: datetime) -> "VacationQuerySet":
        return self.filter(starts__lte=now, ends__gt=now)

    def shown_at(self, now: datetime) -> "VacationQuerySet":
        """Those that have stopped their player's clocks, too."""
        return self.at(now).filter(begun=True)

    def due(self, now: datetime) -> "VacationQuerySet":
        """Those whose start has come, and that have not begun."""
        return self.filter(begun=False, starts__lte=now)


class Vacation(models.Model):
    """From `starts` to `ends` the clocks of the player's games stand still, but for games of
    events that do not allow it. Ended before its time, `ends` is moved to that instant. One that
    a sweep failed on is left alone until `not_swept_before`."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    starts = models.DateTimeField(db_index=True)
    ends = models.DateTimeField(db_index=True)
    begun = models.BooleanField(default=False)
    not_swept_before = models.DateTimeField(null=True)
    created = models.DateTimeField(default=timezone.now)

    objects = VacationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["starts"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends__gte=F("starts")), name="vacation_goes_on")
        ]

    def __str__(self) -> str:
        return f"{self.player} away from {self.starts:%d %b} to {self.ends:%d %b}"


class Heartbeat(models.Model):
    """The one row that says when the site was last known to answer its users."""

    last = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.last)


class Outage(models.Model):
    """A time at which the site did not answer; every running deadline was moved by its length."""

    started = models.DateTimeField(db_index=True)
    ended = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["started"]

    def __str__(self) -> str:
        return f"away from {self.started} to {self.ended}"
