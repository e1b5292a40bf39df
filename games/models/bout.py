"""Games between versions of bots that nobody's account plays: checks and scrimmages."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.rules import Position
from games.rules.plies import SIDE_CHOICE_PLY

from .outcome import Result, Termination
from .version import BotVersion


class Scrimmage(models.Model):
    """A number of bouts that the owner of `mine` asked for. `theirs` may be a version of the same
    bot, or the very same one. `key` is as in `BotVersion`."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="scrimmages"
    )
    mine = models.ForeignKey(BotVersion, on_delete=models.CASCADE, related_name="scrimmages")
    theirs = models.ForeignKey(BotVersion, on_delete=models.CASCADE, related_name="+")
    size = models.PositiveSmallIntegerField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"scrimmage {self.pk}: {self.mine} against {self.theirs}"


class BoutStatus(models.TextChoices):
    RUNNING = "running"
    FINISHED = "finished"
    CALLED_OFF = "called off"


class Bout(models.Model):
    """One game of a check or a scrimmage: never rated, without a clock. A seat without a version is
    the random player's. `moves` are the plies' texts as in `Move`; `swapped` is as in `Game`.
    `detail` says what the fault was that ended it."""

    check_of = models.ForeignKey(
        BotVersion, on_delete=models.CASCADE, null=True, related_name="check_bouts"
    )
    scrimmage = models.ForeignKey(
        Scrimmage, on_delete=models.CASCADE, null=True, related_name="bouts"
    )
    number = models.PositiveSmallIntegerField()
    first = models.ForeignKey(BotVersion, on_delete=models.CASCADE, null=True, related_name="+")
    second = models.ForeignKey(BotVersion, on_delete=models.CASCADE, null=True, related_name="+")
    size = models.PositiveSmallIntegerField()
    position = models.CharField(max_length=200)
    moves = models.JSONField(default=list)
    swapped = models.BooleanField(null=True)
    status = models.CharField(max_length=10, choices=BoutStatus.choices, default=BoutStatus.RUNNING)
    result = models.CharField(max_length=5, choices=Result.choices, blank=True)
    termination = models.CharField(max_length=12, choices=Termination.choices, blank=True)
    detail = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(check_of__isnull=False, scrimmage__isnull=True)
                | Q(check_of__isnull=True, scrimmage__isnull=False),
                name="bout_of_a_check_or_a_scrimmage",
            ),
            models.UniqueConstraint(fields=["check_of", "number"], name="bout_one_of_a_check"),
            models.UniqueConstraint(fields=["scrimmage", "number"], name="bout_one_of_a_scrimmage"),
        ]

    def __str__(self) -> str:
        return f"bout {self.pk}"

    @property
    def current(self) -> Position:
        return Position.parse(self.position)

    @property
    def ply(self) -> int:
        """The ply that is to be played next."""
        return len(self.moves) + 1

    @property
    def is_running(self) -> bool:
        return self.status == BoutStatus.RUNNING

    @property
    def seat_to_move(self) -> str:
        """``first`` or ``second``, for a bout that runs."""
        if self.ply == SIDE_CHOICE_PLY:
            return "second"
        return self.seat_on(self.current.turn)

    def seat_on(self, side: str) -> str:
        return "second" if (side == "black") == bool(self.swapped) else "first"

    def side_of(self, seat: str) -> str:
        """``black`` or ``white``; before the side choice the first player is Black."""
        return "black" if (seat == "second") == bool(self.swapped) else "white"

    def version_in(self, seat: str) -> BotVersion | None:
        return self.first if seat == "first" else self.second
