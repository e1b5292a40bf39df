"""What players report to the moderators."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from sumendi_site.accounts.models import User

from .game import Game
from .talk import ChatMessage

LONGEST_WORDS = 1000


class Subject(models.TextChoices):
    """What somebody is reported for."""

    GAME = "game", "How they play this game"
    LINE = "line", "What they wrote in the chat"
    NAME = "name", "Their name"
    ABOUT = "about", "What their page says about them"


class Category(models.TextChoices):
    CHEATING = "cheating", "Help of a program or of others"
    FIXING = "fixing", "Games lost or won on purpose"
    STALLING = "stalling", "Lets games run out of time"
    ABUSE = "abuse", "Insults or threats"
    SPAM = "spam", "Advertisements"
    IMPERSONATION = "impersonation", "Passes for somebody else"
    OTHER = "other", "Something else"


class Outcome(models.TextChoices):
    """What came of a report, as its reporter is told."""

    ACTED = "acted", "A moderator has acted on it."
    NOTHING = "nothing", "A moderator has looked at it and found nothing against the rules."
    KNOWN = "known", "It had been dealt with already."


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> "ReportQuerySet":
        return self.filter(closed=None)

    def readable_by(self, moderator: User) -> "ReportQuerySet":
        """Nobody reads what is said of them or of a bot of theirs."""
        return self.exclude(Q(person=moderator) | Q(person__owner=moderator))

    def with_people(self) -> "ReportQuerySet":
        return self.select_related("reporter", "person__owner", "taken_by", "closed_by")


class Report(models.Model):
    """`reporter` tells the moderators of `person`: for a `game`, a `line` of its chat, a name or a
    profile, `quoted` as it was then. `what` names the subject, of which a reporter has one open
    report. One moderator at a time has `taken_by` it; it is `closed` with an outcome, and a
    `remark` for other moderators. `key` is chosen by the form, so that sending it twice makes one.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports_made"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports"
    )
    subject = models.CharField(max_length=5, choices=Subject.choices)
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="reports")
    line = models.ForeignKey(
        ChatMessage, on_delete=models.SET_NULL, null=True, related_name="reports"
    )
    what = models.CharField(max_length=60, editable=False)
    quoted = models.TextField(blank=True)
    category = models.CharField(max_length=13, choices=Category.choices)
    words = models.TextField(max_length=LONGEST_WORDS, blank=True)
    created = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    taken = models.DateTimeField(null=True)
    closed = models.DateTimeField(null=True, db_index=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    outcome = models.CharField(max_length=7, choices=Outcome.choices, blank=True)
    remark = models.CharField(max_length=500, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["reporter", "what"],
                condition=Q(closed=None),
                name="report_one_open_of_a_subject",
            )
        ]
        indexes: ClassVar = [models.Index(fields=["reporter", "created"], name="report_rate")]

    def __str__(self) -> str:
        return f"report {self.pk} of {self.person}"

    @property
    def is_open(self) -> bool:
        return self.closed is None
