"""Requests for a proof of how a game of an event ends with best play of both."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Game, Result

from .round import Pairing


class ProofState(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    PROVED = "proved"
    UNPROVED = "unproved", "not proved"
    EXPIRED = "expired", "nobody answered"
    DROPPED = "dropped", "not needed any more"


OPEN_PROOFS = (ProofState.WAITING, ProofState.RUNNING)
TRIES = 3
"""What workers have died at as often as that is given up."""
PATIENCE = timedelta(minutes=30)
"""So long a proof is waited for; the time for which the site was away is given back."""


def _patience_ends() -> datetime:
    return timezone.now() + PATIENCE


class ProofQuerySet(models.QuerySet["ProofRequest"]):
    def open(self) -> "ProofQuerySet":
        return self.filter(state__in=OPEN_PROOFS)

    def claimable(self, now: datetime) -> "ProofQuerySet":
        """Those that wait for a worker, also where the one that had them is gone."""
        is_left = Q(state=ProofState.RUNNING, lease_until__lte=now)
        return self.filter(Q(state=ProofState.WAITING) | is_left, tries__lt=TRIES)

    def given_up(self, now: datetime) -> "ProofQuerySet":
        """Nobody has answered in time, or each worker that took it has died at it."""
        has_failed = Q(tries__gte=TRIES, lease_until__lte=now)
        return self.open().filter(Q(waits_until__lte=now) | has_failed)


class ProofRequest(models.Model):
    """A board whose ending a worker is to prove, asked for by an organiser or, with `by` empty, by
    the rule for the deadline.

    A worker has it until `lease_until` and knows it by its `lease`; it takes it at most `TRIES`
    times; who asked waits until `waits_until`. `position` is the one that was looked through,
    `result` what comes of it with best play of both, `nodes` how many positions that took.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="proofs")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    state = models.CharField(max_length=8, choices=ProofState.choices, default=ProofState.WAITING)
    position = models.CharField(max_length=200, blank=True)
    result = models.CharField(max_length=5, choices=Result.choices, blank=True)
    nodes = models.PositiveBigIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True)
    created = models.DateTimeField(default=timezone.now)
    waits_until = models.DateTimeField(default=_patience_ends)
    finished = models.DateTimeField(null=True)

    objects = ProofQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pairing"],
                condition=Q(state__in=OPEN_PROOFS),
                name="proof_one_open_a_board",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(state__in=OPEN_PROOFS), name="proof_open")
        ]

    def __str__(self) -> str:
        return f"proof of {self.pairing}: {self.get_state_display()}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_PROOFS

    def is_of(self, game: Game) -> bool:
        """Whether the position on the board now is the one that was looked through."""
        return self.position == game.position
