"""How many games somebody plays, has won, drawn and lost."""

from dataclasses import dataclass

from django.db.models import Case, Count, Q, Value, When

from games.models import Game, GameStatus, Result
from games.models.game import GameQuerySet
from sumendi_site.accounts.models import User


@dataclass
class Tally:
    """`my_turn` of the `running` games wait for the player. What was cancelled is not counted."""

    running: int = 0
    my_turn: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def note(self, status: str, result: str, games: int, *, is_black: bool) -> None:
        """Count so many games that are as far, in which the player has that side."""
        if status == GameStatus.RUNNING:
            self.running += games
        elif status == GameStatus.FINISHED:
            outcome = outcome_of(result, is_black=is_black)
            setattr(self, outcome, getattr(self, outcome) + games)


def tally(games: GameQuerySet, player: User) -> Tally:
    """Those of the games in which `player` has a seat, counted by one query."""
    begins = Case(When(first=player, then=Value(True)), default=Value(False))
    rows = (
        games.of(player)
        .exclude(status=GameStatus.FINISHED, result="")
        .order_by()
        .annotate(begins=begins)
        .values("status", "result", "swapped", "begins")
        .annotate(games=Count("pk"), my_turn=Count("pk", filter=Q(to_move=player)))
    )
    counts = Tally()
    for row in rows:
        is_black = row["begins"] != bool(row["swapped"])
        counts.note(row["status"], row["result"], row["games"], is_black=is_black)
        counts.my_turn += row["my_turn"]
    return counts


def tally_of(player: User) -> Tally:
    return tally(Game.objects.all(), player)


def outcome_of(result: str, *, is_black: bool) -> str:
    """``won``, ``drawn`` or ``lost``: what a result is for the player of that side."""
    if result == Result.DRAW:
        return "drawn"
    return "won" if (result == Result.BLACK) == is_black else "lost"
