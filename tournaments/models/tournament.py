"""An event and how it is played."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from games.clock import TimeControl
from sumendi_site.accounts.models import User
from tournaments.swiss.event import Scoring


class State(models.TextChoices):
    DRAFT = "draft"
    REGISTRATION = "registration", "open for entries"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Access(models.TextChoices):
    """Who finds it and may enter."""

    PUBLIC = "public", "Everybody"
    UNLISTED = "unlisted", "Whoever has the link"
    PASSWORD = "password", "Whoever knows the password"


class Entrants(models.TextChoices):
    EVERYBODY = "everybody", "People and bots"
    PEOPLE = "people", "People alone"
    BOTS = "bots", "Bots alone"


class Format(models.TextChoices):
    SWISS = "swiss", "Swiss system"
    ROUND_ROBIN = "round_robin", "Round robin"


class PairingMode(models.TextChoices):
    """How a Swiss round is paired."""

    DUTCH = "dutch", "FIDE Dutch, exact"
    COLOUR_FREE = "colour_free", "Without colours: seats by fewest first places"


class Points(models.TextChoices):
    """For a win, a draw and a loss."""

    CHESS = "chess", "1 - ½ - 0"
    FOOTBALL = "football", "3 - 1 - 0"


class ByeWorth(models.TextChoices):
    WIN = "win", "As much as a win"
    DRAW = "draw", "As much as a draw"
    LOSS = "loss", "Nothing"


class AtDeadline(models.TextChoices):
    """What becomes of a round's games that run at its deadline; announced before the start."""

    WAIT = "wait", "Clocks run on, and the next round waits"
    ORGANISER = "organiser", "The organiser decides each game"
    MORE_TIME = "more_time", "The player with more time left wins"
    DRAW = "draw", "They are drawn"

    def looks_at_thought(self, has_bank: bool) -> bool:
        """Whether who has taken less time for all turns wins. With a time for each move whoever is
        to move always has less left."""
        return self is AtDeadline.MORE_TIME and not has_bank


POINTS = {Points.CHESS: (10, 5, 0), Points.FOOTBALL: (30, 10, 0)}
"""In tenths, as the engine counts."""


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def listed(self) -> "TournamentQuerySet":
        """What everybody finds: those with a password, too."""
        return self.exclude(access=Access.UNLISTED).without_hidden()

    def without_hidden(self) -> "TournamentQuerySet":
        """No drafts, nor what was called off before it ever was more."""
        opened = Tournament.objects.filter(log__act="opened").values("pk")
        return self.exclude(state=State.DRAFT).exclude(Q(state=State.CANCELLED) & ~Q(pk__in=opened))

    def directed_by(self, user: User) -> "TournamentQuerySet":
        return self.filter(Q(organiser=user) | Q(co_organisers=user)).distinct()


class Tournament(models.Model):
    """An event: its settings, which stand once it has begun, and how far it is.

    `rounds` is the number of planned rounds, of a round robin as many as its tables have.
    `round_hours` is the time from a round's publication to its deadline, `no_show_hours` that after
    which a game without a ply of the player to move is forfeited (0: never). `half_byes` is how
    many half-point byes a player may ask for. With `proved_stands` a game that runs at the deadline
    gets the result that is proved; `at_deadline` is for those of which none is. `first_seat_drawn`
    is the colour that the first player got by lot, ``w`` or ``b``: the first player of a game
    stands where White does in chess. With `is_automatic` rounds are paired and published by
    themselves. `version` grows with every change that a table of the event could show. `key` is
    chosen by whoever makes it, so that asking twice makes one. `imported` is when the organiser
    made it of a report of an event that was played elsewhere: it is finished and not rated, has no
    games, and its time control may be empty.
    """

    key = models.UUIDField(null=True, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    about = models.TextField(max_length=4000, blank=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    co_organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="co_organised", blank=True
    )
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)

    access = models.CharField(max_length=8, choices=Access.choices, default=Access.PUBLIC)
    password = models.CharField(max_length=128, blank=True, editable=False)
    entrants = models.CharField(max_length=9, choices=Entrants.choices, default=Entrants.EVERYBODY)
    rating_min = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_max = models.PositiveSmallIntegerField(null=True, blank=True)
    most_entries = models.PositiveSmallIntegerField(
        default=200, validators=[MinValueValidator(2), MaxValueValidator(1000)]
    )

    size = models.PositiveSmallIntegerField(default=6)
    time_control = models.CharField(max_length=30)
    rated = models.BooleanField(default=True)
    format = models.CharField(max_length=11, choices=Format.choices, default=Format.SWISS)
    cycles = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(4)]
    )
    rounds = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    pairing_mode = models.CharField(
        max_length=11, choices=PairingMode.choices, default=PairingMode.COLOUR_FREE
    )
    points = models.CharField(max_length=8, choices=Points.choices, default=Points.CHESS)
    bye_worth = models.CharField(max_length=4, choices=ByeWorth.choices, default=ByeWorth.WIN)
    tie_breaks = models.CharField(max_length=100, default="BH/C1,BH,SB,WIN,DE")
    half_byes = models.PositiveSmallIntegerField(default=1)

    round_hours = models.PositiveIntegerField(
        default=30 * 24, validators=[MinValueValidator(1), MaxValueValidator(366 * 24)]
    )
    no_show_hours = models.PositiveIntegerField(default=7 * 24)
    at_deadline = models.CharField(
        max_length=9, choices=AtDeadline.choices, default=AtDeadline.ORGANISER
    )
    proved_stands = models.BooleanField(default=False)
    is_automatic = models.BooleanField(default=True)
    starts = models.DateTimeField(null=True, blank=True)

    first_seat_drawn = models.CharField(max_length=1, blank=True, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    imported = models.DateTimeField(null=True, editable=False)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created", "-id"]
        indexes: ClassVar = [models.Index(fields=["state", "starts"], name="tournament_to_start")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def control(self) -> TimeControl:
        return TimeControl.parse(self.time_control)

    @property
    def scoring(self) -> Scoring:
        """As the engine takes it."""
        win, draw, loss = POINTS[Points(self.points)]
        worth = {ByeWorth.WIN: win, ByeWorth.DRAW: draw, ByeWorth.LOSS: loss}
        return Scoring(win, draw, loss, allocated_bye=worth[ByeWorth(self.bye_worth)])

    @property
    def is_open(self) -> bool:
        return self.state == State.REGISTRATION

    @property
    def is_over(self) -> bool:
        return self.state in (State.FINISHED, State.CANCELLED)

    @property
    def is_running(self) -> bool:
        return self.state == State.RUNNING

    def directors(self) -> "QuerySet[User]":
        """The organiser and the co-organisers with an open account; where there is none, the
        site's moderators stand in, so that no event is left alone."""
        theirs = Q(pk=self.organiser_id) | Q(co_organised=self)
        directors = User.objects.filter(theirs, is_active=True).distinct()
        return directors if directors.exists() else User.objects.moderators()

    def is_directed_by(self, user: object) -> bool:
        if not isinstance(user, User) or user.pk is None:
            return False
        if user.pk == self.organiser_id or self.co_organisers.filter(pk=user.pk).exists():
            return True
        return user.is_staff and self.directors().filter(pk=user.pk).exists()
