"""What the site's search says about a finished game."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from .game import Game
from .outcome import Result


class AnalysisState(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


UNFINISHED = (AnalysisState.WAITING, AnalysisState.RUNNING)


class Analysis(models.Model):
    """The one analysis of a game, made by workers a little at a time.

    `asker` is who asked for it, `simulations` how many are spent on each position, `engine` the
    version of the site whose search it was. A worker has it until `lease_until` and knows it by its
    `lease`; nobody takes it before `not_before`. `faults` counts what went wrong through us since
    it was asked for.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="analysis")
    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="analyses"
    )
    asked = models.DateTimeField(default=timezone.now)
    state = models.CharField(
        max_length=7, choices=AnalysisState.choices, default=AnalysisState.WAITING
    )
    simulations = models.PositiveIntegerField()
    engine = models.CharField(max_length=40, blank=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    not_before = models.DateTimeField(default=timezone.now)
    lease = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True)
    faults = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "analyses"
        indexes: ClassVar = [
            models.Index(
                fields=["asked"], condition=Q(state__in=UNFINISHED), name="analysis_unfinished"
            )
        ]

    def __str__(self) -> str:
        return f"analysis of game {self.game_id}"

    @property
    def is_done(self) -> bool:
        return self.state == AnalysisState.DONE

    @property
    def has_failed(self) -> bool:
        return self.state == AnalysisState.FAILED


class AnalysedPosition(models.Model):
    """What the search found in the position after a ply: after ply 0, the empty board, and after
    each placement. The side choice changes no position, so there is no row for ply 2.

    `chance` is that of the side to move, from 0 to 1. `best` is the move that the search would
    play, which it tried `best_visits` times out of `simulations` and gives a chance of
    `best_chance`; it is empty where the board allows no move. `played_visits` is how often it tried
    the move that was played next. `proof` is the result with best play of both, where it was
    proved; there may be no simulations then. `line` is how the search would go on, `best` first.
    """

    analysis = models.ForeignKey(
        Analysis, on_delete=models.CASCADE, related_name="positions", db_index=False
    )
    ply = models.PositiveSmallIntegerField()
    chance = models.FloatField()
    simulations = models.PositiveIntegerField()
    best = models.CharField(max_length=60, blank=True)
    best_chance = models.FloatField(null=True)
    best_visits = models.PositiveIntegerField(default=0)
    played_visits = models.PositiveIntegerField(default=0)
    proof = models.CharField(max_length=5, choices=Result.choices, blank=True)
    line = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["analysis", "ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["analysis", "ply"], name="analysed_one_a_ply")
        ]

    def __str__(self) -> str:
        return f"{self.analysis} after ply {self.ply}"
