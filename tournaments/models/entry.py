"""Who plays in an event, and when not."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from sumendi_site.accounts.models import User

from .tournament import Tournament

LONGEST_NAME = 80


class EntryQuerySet(models.QuerySet["Entry"]):
    def in_order(self) -> "EntryQuerySet":
        """By pairing number; before the start by rating."""
        return self.order_by(F("number").asc(nulls_last=True), "-rating", "joined", "id")

    def playing(self) -> "EntryQuerySet":
        """Those who have not withdrawn."""
        return self.filter(withdrawn=None)


class Entry(models.Model):
    """A player of an event: an account, or in an imported event a mere `name`. `number` is the
    pairing number: 1 for the strongest, given at the start and to late entries after all others; it
    never changes. `rating` is that at the entry, ``max(rating, peak - 200)`` in points, and stands
    for the whole event; 0 for a name without one. Plays from `first_round` on. Of one who has
    withdrawn, `last_round` is the last round that may still be played."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries", null=True
    )
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    number = models.PositiveSmallIntegerField(null=True)
    rating = models.PositiveSmallIntegerField()
    joined = models.DateTimeField(default=timezone.now)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True)
    withdrawn = models.DateTimeField(null=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["tournament", "number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_one_a_player"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_one_a_number"),
            models.CheckConstraint(
                condition=Q(player__isnull=False, name="") | (Q(player=None) & ~Q(name="")),
                name="entry_account_or_name",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.called} in {self.tournament}"

    @property
    def called(self) -> str:
        return self.player.username if self.player else self.name

    @property
    def page(self) -> str:
        """The address of the player's page; empty for a mere name."""
        return self.player.get_absolute_url() if self.player else ""

    @property
    def account(self) -> User:
        """The player of an event that is played here. Raises ValueError for a mere name."""
        if self.player is None:
            raise ValueError(f"{self} has no account.")
        return self.player

    @property
    def is_bot(self) -> bool:
        return self.player is not None and self.player.is_bot


class ByeKind(models.TextChoices):
    """The values are the letters of report files."""

    FULL = "F", "full-point bye"
    HALF = "H", "half-point bye"
    ZERO = "Z", "absence without points"


class Bye(models.Model):
    """A round that an entry does not play: asked for by the player, or given by an organiser."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="byes")
    round = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=1, choices=ByeKind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["entry", "round"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "round"], name="bye_one_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.entry} in round {self.round}"


class ForbiddenPair(models.Model):
    """Two entries whom the organiser does not let meet, from `first_round` to `last_round` (empty:
    to the end). Owners and their own bots, and bots of one owner, need no row: they never meet."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs"
    )
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["one", "other"], condition=Q(last_round=None), name="forbidden_once"
            ),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="forbidden_lower_first"),
        ]

    def __str__(self) -> str:
        return f"not {self.one_id} and {self.other_id}"
