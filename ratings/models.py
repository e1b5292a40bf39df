"""The ledger of ratings: a row for each finished game, never changed, and revised by new rows."""

from itertools import chain
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.models import EventCursor, Game, ResultEvent

LONGEST_REASON = 300
MOST_STEPS = 50
"""With more of them there are few rows to pass over, and a statement would be long."""


class Cursor(EventCursor):
    """Up to which result event the ledger has been kept."""


class AppendOnly(models.Model):
    """Rows that are written once: a later truth is a later row."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("The ledger is append-only: write a new revision.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The ledger is append-only: write a new revision.")


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("The ledger is append-only: write a new revision.")

    def delete(self) -> NoReturn:
        raise TypeError("The ledger is append-only: write a new revision.")


class Revision(AppendOnly):
    """The rows from the place `start` on were computed anew, because of a result event that
    changed the past, or because a fault of ours was mended (then `event` is empty)."""

    number = models.PositiveIntegerField(primary_key=True)
    start = models.PositiveBigIntegerField()
    event = models.OneToOneField(ResultEvent, on_delete=models.PROTECT, null=True)
    why = models.CharField(max_length=LONGEST_REASON, blank=True)
    created = models.DateTimeField(default=timezone.now)

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"revision {self.number}, from place {self.start} on"


class LedgerQuerySet(AppendOnlyQuerySet):
    def current(self) -> "LedgerQuerySet":
        """The rows that no later revision has computed anew."""
        later = Revision.objects.filter(
            number__gt=OuterRef("revision"), start__lte=OuterRef("sequence")
        )
        return self.filter(~Exists(later))

    def current_by_ranges(self, start: int = 0) -> "LedgerQuerySet":
        """The same rows, those from the place `start` on, found without looking at any of an
        older revision: a revision is current from its start up to the least start of the later
        ones. For who reads many rows; where there are too many ranges it is `current`."""
        steps = _steps(start)
        if len(steps) > MOST_STEPS:
            return self.current().filter(sequence__gte=start)
        rows = Q()
        for revision, first, end in steps:
            rows |= Q(revision=revision, sequence__gte=first) & (
                Q() if end is None else Q(sequence__lt=end)
            )
        return self.filter(rows)

    def of(self, player_id: int) -> "LedgerQuerySet":
        return self.filter(Q(first=player_id) | Q(second=player_id))


def _steps(start: int) -> list[tuple[int, int, int | None]]:
    """The revisions that have current rows from the place `start` on, the newest first, each with
    the first place of these rows and the one behind the last, None for the newest."""
    steps: list[tuple[int, int, int | None]] = []
    end: int | None = None
    revisions = Revision.objects.order_by("-number").values_list("number", "start")
    for number, first in chain(revisions.iterator(), [(0, 0)]):
        if end is not None and end <= start:
            break
        if end is None or first < end:
            steps.append((number, max(first, start), end))
            end = first
    return steps


class LedgerEntry(AppendOnly):
    """What one finished game did to the ratings of its two players, as one revision has it.

    `sequence` is the place in the order of finishing: the number of the game's first result
    event. `half_points` are those of the first player (2 won, 1 draw, 0 lost; none without a
    result). `reason` is a code of `ratings.facts.Reason`. Ratings, peaks and changes are in
    micro-points, `expected` in millionths, variances in square points, as they were stored
    before the game, without the growth since `..._last_rated_before`. A game that was not rated
    has a reason and changes nothing.
    """

    sequence = models.PositiveBigIntegerField()
    revision = models.PositiveIntegerField(default=0)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="ledger_entries")
    finished = models.DateTimeField()
    size = models.PositiveSmallIntegerField()
    half_points = models.PositiveSmallIntegerField(null=True)
    rated = models.BooleanField()
    reason = models.CharField(max_length=12, blank=True)
    timed_out = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    ran_out = models.DateTimeField(null=True)

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    first_before = models.BigIntegerField()
    first_games = models.PositiveIntegerField()
    first_peak = models.BigIntegerField(null=True)
    first_k = models.PositiveSmallIntegerField()
    first_expected = models.PositiveIntegerField()
    first_change = models.BigIntegerField()
    first_after = models.BigIntegerField()
    first_variance_before = models.FloatField()
    first_variance_after = models.FloatField()
    first_last_rated_before = models.DateTimeField(null=True)

    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    second_before = models.BigIntegerField()
    second_games = models.PositiveIntegerField()
    second_peak = models.BigIntegerField(null=True)
    second_k = models.PositiveSmallIntegerField()
    second_expected = models.PositiveIntegerField()
    second_change = models.BigIntegerField()
    second_after = models.BigIntegerField()
    second_variance_before = models.FloatField()
    second_variance_after = models.FloatField()
    second_last_rated_before = models.DateTimeField(null=True)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["sequence", "revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "revision"], name="ledger_one_a_revision"),
            models.UniqueConstraint(fields=["sequence", "revision"], name="ledger_one_place"),
            models.CheckConstraint(
                condition=Q(rated=True, reason="") | (Q(rated=False) & ~Q(reason="")),
                name="ledger_reason_when_not_rated",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["first", "sequence"], name="ledger_first"),
            models.Index(fields=["second", "sequence"], name="ledger_second"),
            models.Index(fields=["first", "second"], name="ledger_pair"),
            models.Index(fields=["revision", "sequence"], name="ledger_revision"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} at {self.sequence}, revision {self.revision}"


class Listing(models.Model):
    """What the leaderboards need to know of a player: a row for the board of all games (`size` 0)
    and one for each size on which the player has a rated game.

    `games` and `opponents` count the rated games of that board and the different opponents in
    them. The rest is the same in all rows of a player and stands here for the sake of the index.
    All of it follows from the ledger and the account, and is written with the ledger's row.
    `listed_until` is when the player drops off the boards unless another game is rated before;
    none for who is on no board at all, as are closed accounts. The indexes begin with the order
    of a board and end with what else says who is on it, so that places are counted in them alone.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="listings", db_index=False
    )
    size = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    opponents = models.PositiveIntegerField()

    rating = models.BigIntegerField()
    rated_games = models.PositiveIntegerField()
    joined = models.DateTimeField()
    kind = models.CharField(max_length=6)
    listed_until = models.DateTimeField(null=True)

    ORDER = ("-rating", "-rated_games", "joined", "player_id")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "size"], name="listing_one_a_size"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=[
                    *("size", "-rating", "-rated_games", "joined", "player"),
                    *("kind", "listed_until"),
                ],
                condition=Q(listed_until__isnull=False),
                name="listing_order",
            ),
            models.Index(
                fields=[
                    *("size", "kind", "-rating", "-rated_games", "joined", "player"),
                    "listed_until",
                ],
                condition=Q(listed_until__isnull=False),
                name="listing_order_of_a_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} on size {self.size}"
