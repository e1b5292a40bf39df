"""The turns of bots whose programs run here, and each run of a program."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from .bout import Bout
from .game import Game
from .version import BotVersion


class TurnState(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed", "failed by the bot"
    DROPPED = "dropped", "not needed any more"


OPEN = (TurnState.WAITING, TurnState.RUNNING)


class TurnRank(models.IntegerChoices):
    """Which of an owner's turns come first."""

    PERSON = 0, "against a person"
    CHECK = 1, "of a check"
    SCRIMMAGE = 2, "of a scrimmage"
    LADDER = 3, "against another program of this site"


class BotTurn(models.Model):
    """A ply that a program has to play here: of a game, or of a bout.

    `seat` is ``first`` or ``second``; `owner` is whose turn it is when all are served fairly. A
    worker has it until `lease_until` and knows it by its `lease`; nobody takes it before
    `not_before`. Of the turns that run, those of one owner have different slots: so many can run at
    once. `claimed` is when the newest run began, `finished` when the turn was closed. `tries` count
    the runs that the program spoiled, `outages` those that we did. `memory` is a text of JSON that
    the seat's next turn of the same version is handed, `note` the program's remark.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="bot_turns")
    bout = models.ForeignKey(Bout, on_delete=models.CASCADE, null=True, related_name="turns")
    ply = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=6)
    version = models.ForeignKey(BotVersion, on_delete=models.CASCADE, related_name="turns")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    rank = models.PositiveSmallIntegerField(choices=TurnRank.choices)
    state = models.CharField(max_length=7, choices=TurnState.choices, default=TurnState.WAITING)
    created = models.DateTimeField(default=timezone.now)
    not_before = models.DateTimeField(default=timezone.now)
    lease = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True)
    slot = models.PositiveSmallIntegerField(default=0, editable=False)
    claimed = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    outages = models.PositiveSmallIntegerField(default=0)
    move = models.CharField(max_length=60, blank=True)
    memory = models.TextField(blank=True)
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(game__isnull=False, bout__isnull=True)
                | Q(game__isnull=True, bout__isnull=False),
                name="turn_of_a_game_or_a_bout",
            ),
            models.UniqueConstraint(fields=["game", "ply"], name="turn_one_a_ply_of_a_game"),
            models.UniqueConstraint(fields=["bout", "ply"], name="turn_one_a_ply_of_a_bout"),
            models.UniqueConstraint(
                fields=["owner", "slot"],
                condition=Q(state=TurnState.RUNNING),
                name="turn_one_a_slot_of_an_owner",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["owner", "rank", "id"],
                condition=Q(state=TurnState.WAITING),
                name="turn_waiting",
            ),
            models.Index(
                fields=["lease_until"], condition=Q(state=TurnState.RUNNING), name="turn_running"
            ),
        ]

    def __str__(self) -> str:
        where = f"game {self.game_id}" if self.game_id else f"bout {self.bout_id}"
        return f"ply {self.ply} of {where}"


class RunFault(models.TextChoices):
    """What went wrong with a run. The last one is ours, the others are the program's."""

    CRASH = "crash"
    TIMEOUT = "timeout", "too slow"
    MEMORY = "memory", "too much memory"
    BAD_OUTPUT = "bad_output", "no answer"
    ILLEGAL_MOVE = "illegal_move", "illegal move"
    INFRASTRUCTURE = "infrastructure", "our fault"


class BotRun(models.Model):
    """One run of a program for a turn: its answer or what went wrong, and what it printed.

    `cpu` and `wall` are seconds, `memory` bytes (unknown for a short run). `log` goes to the owner
    of the version alone, and is emptied after some weeks."""

    turn = models.ForeignKey(BotTurn, on_delete=models.CASCADE, related_name="runs")
    lease = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    started = models.DateTimeField(default=timezone.now)
    cpu = models.FloatField(default=0)
    wall = models.FloatField(default=0)
    memory = models.PositiveBigIntegerField(null=True)
    answer = models.CharField(max_length=200, blank=True)
    fault = models.CharField(max_length=14, choices=RunFault.choices, blank=True)
    detail = models.CharField(max_length=300, blank=True)
    log = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["started", "owner"], name="run_served")]

    def __str__(self) -> str:
        return f"run of {self.turn}"


class SandboxReport(models.Model):
    """What a worker of bots found on its machine: the `kind` of its sandbox, empty when there is
    none, and then `why`. Only the newest one of each worker is kept."""

    worker = models.CharField(max_length=200, primary_key=True)
    kind = models.CharField(max_length=30, blank=True)
    why = models.TextField(blank=True)
    seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.worker}: {self.kind or 'no sandbox'}"
