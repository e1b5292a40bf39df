"""Accounts of people and of programs, and the invitations that let people in."""

import secrets
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils import timezone

from ratings import numbers
from ratings.uncertainty import deviation, grown
from sumendi_site.accounts.about import validate_about
from sumendi_site.accounts.blocks import Block as Block
from sumendi_site.accounts.deleted import BannedAddress as BannedAddress
from sumendi_site.accounts.deleted import Deletion as Deletion
from sumendi_site.accounts.follows import Follow as Follow
from sumendi_site.accounts.likeness import OLDER, skeleton
from sumendi_site.accounts.names import LONGEST, is_given, validate_username
from sumendi_site.accounts.preferences import Preferences
from sumendi_site.accounts.sanctions import Appeal as Appeal
from sumendi_site.accounts.sanctions import Sanction as Sanction
from sumendi_site.accounts.tokens import ApiToken as ApiToken


class Accounts(UserManager["User"]):
    use_in_migrations = False

    def named(self, name: str) -> "User | None":
        """The account of this name, in whatever case it is written.

        Names are ASCII; other letters are not even looked for, since databases have their own
        idea of upper case: in PostgreSQL the one of a dotless i is I.
        """
        if len(name) > LONGEST or not (name.isascii() and name.isprintable()):
            return None
        return self.filter(username__iexact=name).first()

    def moderators(self) -> "models.QuerySet[User]":
        """Who looks after the site: they hear of reports, appeals and faults."""
        return self.filter(is_staff=True, is_active=True)

    def get_by_natural_key(self, username: str | None) -> "User":
        user = self.named(username or "")
        if user is None:
            raise User.DoesNotExist(f"Nobody is named {username!r}.")
        return user


class User(Preferences, AbstractUser):
    """Somebody with a seat: a person, a guest, or a program.

    The rating columns are written by the ratings app alone, but for where the rating of a house
    player begins (`beginning`). ``rating``, ``rating_start`` and ``rating_peak`` are in
    micro-points, ``rating_variance`` in square points; a peak is none until one counts.
    ``name_skeleton`` is what the name looks like (see `likeness`), empty for those that the site
    gave.
    """

    class Kind(models.TextChoices):
        PERSON = "person", "person"
        GUEST = "guest", "guest"
        BOT = "bot", "bot"
        HOUSE = "house", "house bot"

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        "user name",
        max_length=LONGEST,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": "Somebody has this name already."},
        help_text="3 to 24 letters, digits, “-” or “_”; it starts with a letter.",
    )
    # Empty for many, and no two share one.
    name_skeleton = models.CharField(  # noqa: DJ001
        max_length=48, null=True, unique=True, editable=False
    )
    email = models.EmailField("e-mail address", blank=True)
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.PERSON)
    owner = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="bots"
    )
    about = models.TextField(max_length=1000, blank=True, validators=[validate_about])

    rating = models.BigIntegerField(default=numbers.START, editable=False)
    rating_start = models.BigIntegerField(
        default=numbers.START, db_default=numbers.START, editable=False
    )
    """The rating before the first game."""
    rated_games = models.PositiveIntegerField(default=0, editable=False)
    rating_peak = models.BigIntegerField(null=True, editable=False)
    rating_variance = models.FloatField(default=numbers.START_VARIANCE, editable=False)
    last_rated_at = models.DateTimeField(null=True, editable=False)

    looked_in = models.DateTimeField(null=True, editable=False)
    """When this account last looked at its dashboard."""
    must_read = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether a warning or a new name waits for this account to say that it was seen."""
    visit_before = models.DateTimeField(null=True, editable=False)
    """When the visit before the present one, or before the last one, ended."""

    objects: ClassVar[Accounts] = Accounts()

    class Meta:
        constraints = [
            # Django's iexact compares in upper case, so this index also serves look-ups.
            models.UniqueConstraint(
                Upper("username"),
                name="username_regardless_of_case",
                violation_error_message="Somebody has this name already.",
            )
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A page that saves an account has read it some time before, and the ratings go on in the
        meantime: their columns are written only where they are named."""
        if not self._state.adding and kwargs.get("update_fields") is None:
            kwargs["update_fields"] = OWN_COLUMNS
        named = kwargs.get("update_fields")
        if named is None or "username" in named:
            self._look_like_the_name()
            kwargs["update_fields"] = named and {*named, "name_skeleton"}
        super().save(*args, **kwargs)

    def _look_like_the_name(self) -> None:
        """Names that the site gives are not compared: nobody can choose one that looks so."""
        looks = None if is_given(self.username) else skeleton(self.username)
        if (self.name_skeleton or "").partition(OLDER)[0] != (looks or ""):
            self.name_skeleton = looks

    def get_absolute_url(self) -> str:
        return reverse("player", kwargs={"username": self.username})

    @property
    def is_provisional(self) -> bool:
        """Too few games, or too uncertain a rating, to be compared with others."""
        is_uncertain = self.rating_deviation > numbers.PROVISIONAL_DEVIATION
        return self.rated_games < numbers.PROVISIONAL_GAMES or is_uncertain

    @property
    def rating_deviation(self) -> float:
        """One standard error of the rating now, in points; it grows while no game is rated."""
        return deviation(grown(self.rating_variance, self.last_rated_at, timezone.now()))

    @property
    def is_unconfirmed(self) -> bool:
        """A guest who has signed up with an address that nobody has confirmed yet."""
        return self.kind == User.Kind.GUEST and bool(self.email)

    @property
    def is_bot(self) -> bool:
        """A program plays, of a player or of the site."""
        return self.kind in (User.Kind.BOT, User.Kind.HOUSE)

    @property
    def principal_id(self) -> int:
        """Who answers for it: the owner of a bot, and everybody else for themselves."""
        return self.owner_id or self.pk

    @property
    def is_closed(self) -> bool:
        """Nobody plays here under this name any more. A bot stops with its owner."""
        return not self.is_active or (self.owner is not None and not self.owner.is_active)

    @property
    def plays_rated(self) -> bool:
        """Guests play casual games alone, and have no rating."""
        return self.kind != User.Kind.GUEST

    @property
    def rating_points(self) -> int:
        """Whole points, half up."""
        return numbers.points(self.rating)

    @property
    def peak_points(self) -> int | None:
        """Whole points, half up; None until a peak counts."""
        return None if self.rating_peak is None else numbers.points(self.rating_peak)

    @property
    def rating_text(self) -> str:
        """Whole points with a question mark while provisional: ``1534?``."""
        return f"{self.rating_points}?" if self.is_provisional else str(self.rating_points)


RATING_COLUMNS = (
    *("rating", "rating_start", "rated_games", "rating_peak", "rating_variance", "last_rated_at"),
)


def beginning(points: int) -> dict[str, int]:
    """The columns of an account that has finished no game and begins with so many whole points."""
    rating = points * numbers.POINT
    return {"rating": rating, "rating_start": rating}


OWN_COLUMNS = frozenset(
    field.name
    for field in User._meta.concrete_fields
    if not field.primary_key and field.name not in RATING_COLUMNS
)


def new_code() -> str:
    return secrets.token_urlsafe(12)


class Invitation(models.Model):
    """Lets one person sign up where the site is open by invitation only."""

    code = models.CharField(max_length=32, unique=True, default=new_code, editable=False)
    note = models.CharField(max_length=200, blank=True, help_text="Whom it is for.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_by = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="invitation",
    )
    used_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.note or self.code

    def get_absolute_url(self) -> str:
        return reverse("invitation", kwargs={"code": self.code})

    def problem(self, now: datetime) -> str:
        """Why nobody can sign up with it at this time; empty if somebody can."""
        if self.used_at is not None:
            return "This invitation has been used already."
        if self.expires_at is not None and self.expires_at <= now:
            return "This invitation has expired."
        return ""

    @classmethod
    def use(cls, code: str, user: User) -> bool:
        """Mark the invitation as this user's; False if it was used, has expired or never was.

        Of several sign-ups with one code exactly one gets True.
        """
        now = timezone.now()
        usable = models.Q(expires_at=None) | models.Q(expires_at__gt=now)
        unused = cls.objects.filter(usable, code=code, used_at=None)
        return unused.update(used_by=user, used_at=now) == 1
