"""A game and its plies."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from games.clock import TimeControl
from games.rules import Position
from games.rules.plies import SIDE_CHOICE_PLY
from sumendi_site.accounts.models import User

from .outcome import GameStatus, Result, Termination

STOPPED_BY_VACATIONS = Q(event_label="")
"""The games whose clock stands still while the player to move is on vacation."""


class GameQuerySet(models.QuerySet["Game"]):
    def running(self) -> "GameQuerySet":
        return self.filter(status=GameStatus.RUNNING)

    def of(self, player: User) -> "GameQuerySet":
        return self.filter(Q(first=player) | Q(second=player))

    def won_by(self, player: User) -> "GameQuerySet":
        return self._as_black(player).filter(result=Result.BLACK) | self._as_white(player).filter(
            result=Result.WHITE
        )

    def lost_by(self, player: User) -> "GameQuerySet":
        return self._as_black(player).filter(result=Result.WHITE) | self._as_white(player).filter(
            result=Result.BLACK
        )

    def _as_black(self, player: User) -> "GameQuerySet":
        return self.filter(Q(first=player) & ~Q(swapped=True) | Q(second=player, swapped=True))

    def _as_white(self, player: User) -> "GameQuerySet":
        return self.filter(Q(second=player) & ~Q(swapped=True) | Q(first=player, swapped=True))

    def waiting_for(self, player: User) -> "GameQuerySet":
        """The running games in which it is `player`'s turn, least time left first. None waits for
        who is banned."""
        if not player.is_active:
            return self.none()
        return self.running().filter(to_move=player).order_by("deadline", "id")

    def move_clocks(self, by: timedelta) -> None:
        """Let the turns begin and end so much later, as if time had stood still."""
        self.update(deadline=F("deadline") + by, turn_started=F("turn_started") + by)

    def with_players(self) -> "GameQuerySet":
        return self.with_owners().select_related("to_move")

    def with_owners(self) -> "GameQuerySet":
        """With the two players, and who answers for those that are bots."""
        return self.select_related("first__owner", "second__owner")

    def with_readers(self) -> "GameQuerySet":
        """With the two players and what they wish to be told, for telling many of them."""
        with_settings = self.select_related("first__notice_settings", "second__notice_settings")
        return with_settings.prefetch_related("first__push_devices", "second__push_devices")


class Game(models.Model):
    """Two seats, a clock, plies and an end.

    `first` and `second` say who makes the first placement. `swapped` tells the sides: unknown
    until ply 2; True when the second player took Black. Times are UTC instants, banks are whole
    seconds and empty where the time control has no bank. `next_warning` is at how many hours left
    the player to move is warned next; empty when never. A running game without a deadline waits
    for a program of this site: for a house player, or for an uploaded one, whose time is measured
    while it runs. A game that a sweep failed on
    is left alone until `not_swept_before`. `takebacks` counts how often plies were taken back: with
    the number of the next ply it tells one position from another. `proved` is the result with best
    play of both sides, where a proof of it ended the game; a later correction leaves it.
    """

    size = models.PositiveSmallIntegerField()
    rated = models.BooleanField(default=False)
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games_as_first"
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games_as_second"
    )
    swapped = models.BooleanField(null=True)
    time_control = models.CharField(max_length=30)
    event_label = models.CharField(max_length=120, blank=True)

    status = models.CharField(max_length=10, choices=GameStatus.choices, default=GameStatus.RUNNING)
    position = models.CharField(max_length=200)
    ply_count = models.PositiveSmallIntegerField(default=0)
    to_move = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="games_to_move",
        db_index=False,
    )
    turn_started = models.DateTimeField(default=timezone.now)
    deadline = models.DateTimeField(null=True)
    next_warning = models.PositiveSmallIntegerField(null=True, editable=False)
    not_swept_before = models.DateTimeField(null=True)
    first_bank = models.PositiveIntegerField(null=True)
    second_bank = models.PositiveIntegerField(null=True)

    draw_offer_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
    )
    draw_declined_at_ply = models.PositiveSmallIntegerField(null=True)
    takeback_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    takeback_declined_at_ply = models.PositiveSmallIntegerField(null=True)
    takebacks = models.PositiveSmallIntegerField(default=0)

    result = models.CharField(max_length=5, choices=Result.choices, blank=True)
    termination = models.CharField(max_length=12, choices=Termination.choices, blank=True)
    proved = models.CharField(max_length=5, choices=Result.choices, blank=True, editable=False)
    score = models.JSONField(null=True)
    created = models.DateTimeField(default=timezone.now, db_index=True)
    finished = models.DateTimeField(null=True, db_index=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["status", "deadline"], name="game_due"),
            models.Index(fields=["status", "turn_started"], name="game_recent"),
            models.Index(fields=["to_move", "status", "deadline"], name="game_waiting"),
            models.Index(
                fields=["next_warning", "deadline"],
                condition=Q(next_warning__isnull=False),
                name="game_warning",
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(first=models.F("second")), name="game_two_different_players"
            ),
            models.CheckConstraint(
                condition=Q(status=GameStatus.RUNNING, result="")
                | (~Q(status=GameStatus.RUNNING) & Q(deadline__isnull=True)),
                name="game_deadline_only_while_running",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}: {self.first} and {self.second}, size {self.size}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.pk])

    @property
    def current(self) -> Position:
        """The position on the board now."""
        return Position.parse(self.position)

    @property
    def control(self) -> TimeControl:
        return TimeControl.parse(self.time_control)

    @property
    def black(self) -> User:
        """Who plays Black; before the side choice the first player does."""
        return self.second if self.swapped else self.first

    @property
    def white(self) -> User:
        return self.first if self.swapped else self.second

    @property
    def is_running(self) -> bool:
        return self.status == GameStatus.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status == GameStatus.FINISHED

    @property
    def awaits_side_choice(self) -> bool:
        return self.is_running and self.ply_count == SIDE_CHOICE_PLY - 1

    @property
    def can_be_cancelled(self) -> bool:
        """Only before the second ply, and never in a tournament."""
        return self.is_running and self.ply_count < SIDE_CHOICE_PLY and not self.event_label

    @property
    def is_mere_look(self) -> bool:
        """A casual game against a house bot that has hardly begun: if it ends so, nobody has won
        or lost anything. In a tournament every game counts."""
        if self.rated or self.event_label or self.ply_count >= SIDE_CHOICE_PLY:
            return False
        return User.Kind.HOUSE in (self.first.kind, self.second.kind)

    @property
    def stands_as_proved(self) -> bool:
        """It was adjudicated, and has the result that was proved."""
        is_adjudicated = self.termination == Termination.ADJUDICATION
        return is_adjudicated and bool(self.proved) and self.proved == self.result

    @property
    def is_stopped_by_vacations(self) -> bool:
        """The same as `STOPPED_BY_VACATIONS`, of this game."""
        return not self.event_label

    @property
    def winner(self) -> User | None:
        match self.result:
            case Result.BLACK:
                return self.black
            case Result.WHITE:
                return self.white
        return None

    def is_overdue(self, now: datetime) -> bool:
        """Whether the time of the player to move is over; the deadline itself is still in time."""
        return self.is_running and self.deadline is not None and self.deadline < now

    def seat_of(self, player: object) -> str | None:
        """``first``, ``second``, or None for somebody who does not play here."""
        pk = getattr(player, "pk", None)
        if pk is None:
            return None
        return {self.first_id: "first", self.second_id: "second"}.get(pk)

    def opponent_of(self, player: User) -> User:
        return self.second if player.pk == self.first_id else self.first

    def player_on(self, side: str) -> User:
        return self.black if side == "black" else self.white

    def side_of(self, player: User) -> str:
        return "black" if player.pk == self.black.pk else "white"

    def bank_of(self, player: User) -> int | None:
        return self.first_bank if player.pk == self.first_id else self.second_bank

    def set_bank(self, player: User, seconds: int | None) -> None:
        if player.pk == self.first_id:
            self.first_bank = seconds
        else:
            self.second_bank = seconds

    def time_left(self, player: User, now: datetime | None = None) -> timedelta | None:
        """The time that `player` has for the turn at hand, or would have for the next one."""
        if not self.is_running:
            return None
        if player.pk == self.to_move_id and self.deadline is not None:
            return max(timedelta(0), self.deadline - (now or timezone.now()))
        return self.control.allowance(self.bank_of(player))


class Move(models.Model):
    """One ply as it was played: a move text, or the side choice at ply 2. Never changed; taken
    back, it becomes a `RetractedMove`. One that was made `by_condition` had been prepared by its
    player, whose own hand did not make it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_index=False)
    text = models.CharField(max_length=60)
    made = models.DateTimeField(default=timezone.now)
    seconds = models.PositiveIntegerField(default=0)
    by_condition = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["game", "ply"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply"], name="move_one_a_ply")
        ]
        indexes: ClassVar = [models.Index(fields=["player", "made"], name="move_by_player")]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"
