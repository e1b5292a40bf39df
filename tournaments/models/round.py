"""The rounds of an event, their pairings, and what was decided about them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models import Game
from tournaments.swiss.event import Code

from .entry import Entry
from .tournament import Tournament


class RoundState(models.TextChoices):
    """A draft can be paired again; a checked one has been looked at; the games of a published one
    exist; a closed one has a result on every board."""

    DRAFT = "draft"
    CHECKED = "checked"
    PUBLISHED = "published", "being played"
    CLOSED = "closed", "finished"


OUT = (RoundState.PUBLISHED, RoundState.CLOSED)


class RoundQuerySet(models.QuerySet["Round"]):
    def out(self) -> "RoundQuerySet":
        """Those that everybody sees."""
        return self.filter(state__in=OUT)

    def not_out(self) -> "RoundQuerySet":
        return self.exclude(state__in=OUT)


class Round(models.Model):
    """A round, numbered from 1. Of those who are not paired in it the engine's codes are kept in
    `unpaired`, by the pairing number as a text, from the publication on: byes and absences.
    `passed` is when what the event has announced for its deadline was done."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="all_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=RoundState.choices, default=RoundState.DRAFT)
    unpaired = models.JSONField(default=dict)
    paired = models.DateTimeField(default=timezone.now)
    published = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    warned = models.DateTimeField(null=True)
    passed = models.DateTimeField(null=True)
    closed = models.DateTimeField(null=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_one_a_number")
        ]
        indexes: ClassVar = [models.Index(fields=["state", "deadline"], name="round_due")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"

    @property
    def is_out(self) -> bool:
        """Everybody sees it."""
        return self.state in OUT


CODES = [(code.value, code.name.lower().replace("_", " ")) for code in Code]


class Pairing(models.Model):
    """A board of a round, numbered from 1: the first player of the game stands where White does in
    the engine and in report files. Without `black` it is the allocated bye.

    The codes are the engine's `Code` of what each got, empty until then; those of games are booked
    by result events. `reasons` is why the engine paired them, as `swiss.pairing.Reasons` in JSON;
    empty for a pair made `by_hand`. `booked` is the number of the result event that was read.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="as_white")
    black = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="as_black")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="pairing")
    by_hand = models.BooleanField(default=False)
    reasons = models.JSONField(default=dict)
    white_code = models.CharField(max_length=1, choices=CODES, blank=True)
    black_code = models.CharField(max_length=1, choices=CODES, blank=True)
    booked = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["round", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "board"], name="pairing_one_a_board"),
            models.UniqueConstraint(fields=["round", "white"], name="pairing_white_once"),
            models.UniqueConstraint(fields=["round", "black"], name="pairing_black_once"),
            models.CheckConstraint(
                condition=Q(black=None) | ~Q(white=F("black")), name="pairing_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"board {self.board} of {self.round}"

    @property
    def is_bye(self) -> bool:
        return self.black_id is None


class DecisionKind(models.TextChoices):
    ADJUDICATED = "adjudicated"
    FORFEITED = "forfeited"
    CORRECTED = "corrected"


class Decision(models.Model):
    """Somebody, or the rule for the deadline (`by` is empty), gave a board its result. Shown to
    both players; never changed, but answered by a later one."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="decisions")
    kind = models.CharField(max_length=11, choices=DecisionKind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    white_code = models.CharField(max_length=1, choices=CODES)
    black_code = models.CharField(max_length=1, choices=CODES)
    why = models.CharField(max_length=500)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.pairing}"


class Appeal(models.Model):
    """A player asks the organiser to look at a decision again, before the next round is out."""

    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="appeals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=1000)
    created = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=1000, blank=True)
    answered = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["decision", "by"], name="appeal_one_a_player")
        ]

    def __str__(self) -> str:
        return f"appeal of {self.by}: {self.decision}"
