"""The director's log, and how far tournaments have read the results of games."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import EventCursor

from .tournament import Tournament


class Act(models.TextChoices):
    CREATED = "created"
    CHANGED = "changed", "changed the settings"
    OPENED = "opened", "opened registration"
    STARTED = "started"
    PAIRED = "paired"
    CHECKED = "checked", "checked the pairings"
    PAIRED_BY_HAND = "paired_by_hand", "changed a pairing by hand"
    UNDONE = "undone", "took a draft back"
    PUBLISHED = "published"
    CLOSED = "closed", "closed the round"
    ENTERED = "entered"
    ENTERED_BY_DIRECTOR = "entered_by_director", "entered a player"
    WITHDRAWN = "withdrawn"
    BYE = "bye", "noted a bye"
    BYE_CANCELLED = "bye_cancelled", "took a bye back"
    FORBIDDEN = "forbidden", "forbade a pair"
    ALLOWED = "allowed", "allowed a pair again"
    DECIDED = "decided", "decided a game"
    APPEALED = "appealed"
    ANSWERED = "answered", "answered an appeal"
    CORRECTED = "corrected", "corrected a result"
    DEADLINE = "deadline", "moved the deadline"
    WARNED = "warned", "warned players"
    MESSAGE = "message", "wrote to all entrants"
    ROUNDS = "rounds", "changed the number of rounds"
    STAFF = "staff", "changed the organisers"
    NO_PAIRING = "no_pairing", "could not pair the round"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    IMPORTED = "imported"
    EVENT_IMPORTED = "event_imported", "imported the tournament"


class LogEntry(models.Model):
    """One act of an organiser, a player, or the site itself (`by` is empty). `data` holds names and
    numbers as they were. Append-only."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    act = models.CharField(max_length=20, choices=Act.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    round = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField(default=dict)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.by or 'the site'} {self.get_act_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("The director's log is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The director's log is append-only.")


class BookingCursor(EventCursor):
    """Up to which result event the points are booked, and up to which outage of the site its time
    was given back to the rounds."""

    outage = models.PositiveBigIntegerField(null=True)
