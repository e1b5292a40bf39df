"""What a reader may choose about the site: columns of `User`, kept here as their own subject."""

import zoneinfo
from functools import cache

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models


class Theme(models.TextChoices):
    SYSTEM = "system", "Same as my device"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class ChallengesFrom(models.TextChoices):
    EVERYBODY = "everybody", "Everybody"
    FRIENDS = "friends", "My friends alone"
    NOBODY = "nobody", "Nobody"


ORIENTATIONS = [
    (0, "As drawn in the rules"),
    (1, "60° turned"),
    (2, "120° turned"),
    (3, "180° turned: seen from the other side"),
    (4, "240° turned"),
    (5, "300° turned"),
]


@cache
def time_zone_names() -> list[str]:
    """The IANA zones a reader may choose: UTC first, then the ones named after a place."""
    places = [name for name in zoneinfo.available_timezones() if _is_a_place(name)]
    return ["UTC", *sorted(places)]


def _is_a_place(name: str) -> bool:
    area, _, place = name.partition("/")
    return bool(place) and area not in {"Etc", "SystemV", "US", "posix", "right"}


def validate_time_zone(name: str) -> None:
    """Refuse a name that is not among `time_zone_names`."""
    if name not in time_zone_names():
        raise ValidationError("This is not a time zone that the site knows.", "time_zone")


class Preferences(models.Model):
    """The preferences of one account.

    ``orientation`` is how many sixth turns the board is rotated, 0 to 5; 3 shows it from the
    other side. ``confirm_step`` asks once more before a move is sent. ``challenges_from`` is who
    may offer this account a game; rematches of finished games are free to both players.
    """

    theme = models.CharField(max_length=6, choices=Theme.choices, default=Theme.SYSTEM)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    confirm_step = models.BooleanField(default=False)
    coordinates = models.BooleanField(default=True)
    orientation = models.PositiveSmallIntegerField(
        choices=ORIENTATIONS, default=0, validators=[MaxValueValidator(5)]
    )
    challenges_from = models.CharField(
        max_length=9,
        choices=ChallengesFrom.choices,
        default=ChallengesFrom.EVERYBODY,
        db_default=ChallengesFrom.EVERYBODY,
    )

    class Meta:
        abstract = True

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The chosen time zone; UTC when its name has left the time zone database since."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return zoneinfo.ZoneInfo("UTC")
