"""The games of the ladder, and why each was paired."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models import BotVersion, Game
from tournaments.ladder import Seats


class LadderBeat(models.Model):
    """The one row that whoever pairs on the ladder locks, and when that was last done."""

    paired = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"paired {self.paired}"


class SoughtFor(models.TextChoices):
    FIRST = "first"
    SECOND = "second"


class LadderGame(models.Model):
    """A game that the ladder has begun. Ratings (in micro-points), uncertainties (one standard
    error, in points) and versions are those of that moment.

    An opponent was sought for the bot in the seat `sought_for`, and the other one had the nearest
    rating of those whom it could meet. `number` counts the meetings of the two that could be rated
    within the days that count, from 1. `seats` says why `first` began."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="ladder_game")
    first_version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")
    second_version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")
    first_rating = models.BigIntegerField()
    second_rating = models.BigIntegerField()
    first_uncertainty = models.FloatField()
    second_uncertainty = models.FloatField()
    sought_for = models.CharField(max_length=6, choices=SoughtFor.choices)
    number = models.PositiveSmallIntegerField()
    seats = models.CharField(max_length=9, choices=[(one.value, one.name) for one in Seats])
    created = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"ladder game {self.game_id}"
