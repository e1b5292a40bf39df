"""What others need to know of finished games, in one global order."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone

from .game import Game
from .outcome import Result, Termination


class ResultKind(models.TextChoices):
    FINISHED = "finished"
    ANNULLED = "annulled"
    CORRECTED = "corrected"


class ResultCounter(models.Model):
    """The one row that is locked to number the next result event."""

    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.last)


class EventCursor(models.Model):
    """The one row that says up to which result event somebody has followed; whoever goes on locks
    it. `tries` counts how often the database has failed at the next one."""

    last = models.PositiveBigIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"result events up to {self.last}"


class ResultEvent(models.Model):
    """A game finished, was annulled or corrected. Numbers have no gaps and follow the order of
    the commits, so a reader that keeps a cursor misses nothing. Append-only.

    `ran_out` is the instant at which the loser's clock ran out, for a loss on time. What the two
    accounts were when the game finished is kept, for accounts change: who owned them (empty for
    one that nobody owns), and whether they were bots. `by` and `why` say who annulled or
    corrected, and for what reason.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="result_events")
    kind = models.CharField(max_length=9, choices=ResultKind.choices, default=ResultKind.FINISHED)
    result = models.CharField(max_length=5, choices=Result.choices, blank=True)
    termination = models.CharField(max_length=12, choices=Termination.choices)
    black = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    white = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ply_count = models.PositiveSmallIntegerField()
    ran_out = models.DateTimeField(null=True)
    first_owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    first_is_bot = models.BooleanField()
    second_owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    second_is_bot = models.BooleanField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    why = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"result {self.number}: game {self.game_id} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("Result events are append-only: write a new one.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("Result events are append-only: write a new one.")


def newest_kind() -> models.Subquery:
    """For a query of games: the kind of a game's newest result event, which tells whether it is
    annulled; none while it runs."""
    events = ResultEvent.objects.filter(game=models.OuterRef("pk")).order_by("-number")
    return models.Subquery(events.values("kind")[:1])
