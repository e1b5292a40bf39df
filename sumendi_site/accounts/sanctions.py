"""What moderators do to an account: warnings, mutes, bans and forced renames, and the appeals
against these."""

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

if TYPE_CHECKING:
    from .models import User

LONGEST_REASON = 500
LONGEST_WORDS = 2000


class SanctionKind(models.TextChoices):
    WARNING = "warning", "Warning"
    MUTE = "mute", "Mute"
    BAN = "ban", "Ban"
    RENAME = "rename", "New name"


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def in_force(self, now: datetime | None = None) -> "SanctionQuerySet":
        """Neither lifted nor over."""
        lasting = Q(until=None) | Q(until__gt=now or timezone.now())
        return self.filter(lasting, lifted=None)

    def on(self, person: "User") -> "SanctionQuerySet":
        """Those on somebody, or on who answers for a bot."""
        return self.filter(person__in=[person.pk, *([person.owner_id] if person.owner_id else [])])

    def with_appeals(self) -> "SanctionQuerySet":
        return self.select_related("by", "person", "lifted_by", "appeal__answered_by")


class Sanction(models.Model):
    """One act of a moderator on an account; `reason` is shown to the person.

    `until` is when a mute or a ban is over by itself, never where it is empty; one whose time is
    over was `lifted` by nobody. A warning or a rename is `seen` once the person has said so. A ban
    leaves the running games to the clock, or `ends_games`; it is `carried_out` when the account has
    left whatever it took part in, a rename when nothing that was told has the name any more. A
    rename remembers the `former_name`, which nobody else can take. `key` is chosen by the form, so
    that sending it twice makes one.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(max_length=7, choices=SanctionKind.choices)
    reason = models.CharField(max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)
    seen = models.DateTimeField(null=True)
    ends_games = models.BooleanField(default=False)
    carried_out = models.DateTimeField(null=True)
    former_name = models.CharField(max_length=24, blank=True)
    former_skeleton = models.CharField(max_length=24, blank=True, db_index=True)
    lifted = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    lifted_why = models.CharField(max_length=LONGEST_REASON, blank=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person"],
                condition=Q(kind=SanctionKind.BAN, lifted=None),
                name="sanction_one_ban_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.person}"

    @property
    def is_in_force(self) -> bool:
        return self.lifted is None and (self.until is None or self.until > timezone.now())

    @property
    def is_to_be_seen(self) -> bool:
        """Whether the person still has to say that it was read."""
        asks = self.kind in (SanctionKind.WARNING, SanctionKind.RENAME)
        return asks and self.seen is None and self.lifted is None


class Appeal(models.Model):
    """The one word of the person against an act, and its answer."""

    sanction = models.OneToOneField(Sanction, on_delete=models.CASCADE, related_name="appeal")
    text = models.TextField(max_length=LONGEST_WORDS)
    created = models.DateTimeField(default=timezone.now)
    answered = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    answer = models.CharField(max_length=LONGEST_REASON, blank=True)
    granted = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"appeal against the {self.sanction}"


def is_banned(person: "User") -> bool:
    """Whether the account is closed by a ban, rather than by its owner. A query, for closed
    accounts alone."""
    if person.is_active:
        return False
    return Sanction.objects.filter(person=person.pk, kind=SanctionKind.BAN, lifted=None).exists()


def mute_of(person: "User") -> Sanction | None:
    """What keeps somebody, or a bot of theirs, from writing now."""
    return Sanction.objects.in_force().on(person).filter(kind=SanctionKind.MUTE).first()
