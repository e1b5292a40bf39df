"""All that moderators did, for all moderators to see."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.accounts.sanctions import Sanction

from .game import Game
from .report import Report


class ActKind(models.TextChoices):
    TAKEN = "taken", "took a report"
    RELEASED = "released", "gave a report back"
    CLOSED = "closed", "closed a report"
    REVEALED = "revealed", "read the chat of a game"
    SANCTIONED = "sanctioned", "acted on an account"
    LIFTED = "lifted", "lifted an act"
    ANSWERED = "answered", "answered an appeal"
    CORRECTED = "corrected", "corrected a result"
    ANNULLED = "annulled", "annulled a game"


class ModeratorActQuerySet(models.QuerySet["ModeratorAct"]):
    def readable_by(self, moderator: User) -> "ModeratorActQuerySet":
        """Without what was done about reports of them or of a bot of theirs."""
        return self.exclude(Q(report__person=moderator) | Q(report__person__owner=moderator))


class ModeratorAct(models.Model):
    """A row of the moderators' log: what `by` did, to whom and where. Append-only; `text` says it
    with names as they were."""

    kind = models.CharField(max_length=10, choices=ActKind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="moderator_acts"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="+")
    report = models.ForeignKey(Report, on_delete=models.SET_NULL, null=True, related_name="acts")
    sanction = models.ForeignKey(Sanction, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now)

    objects = ModeratorActQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.by} {self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("The moderators' log is append-only: write a new row.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The moderators' log is append-only.")
