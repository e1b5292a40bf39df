"""What the finished games of a bot came to: by version, by opponent, and all."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Case, Count, F, OuterRef, Subquery, Value, When

from games.models import BotTurn, Game, GameStatus, Result, TurnState
from sumendi_site.accounts.models import User

MOST_OPPONENTS = 10


@dataclass
class Points:
    """Finished games; what was cancelled is not counted."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def percent(self) -> int:
        """Of the points, in whole percent. Only where there are games."""
        return round(100 * (self.won + self.drawn / 2) / self.games)

    def add(self, result: str, is_black: bool, games: int) -> None:
        if result == Result.DRAW:
            self.drawn += games
        elif (result == Result.BLACK) == is_black:
            self.won += games
        else:
            self.lost += games


@dataclass(frozen=True)
class Against:
    opponent: User
    points: Points


@dataclass(frozen=True)
class Results:
    """The finished games of a bot: by version (where one played), by opponent, and all."""

    by_version: dict[int, Points]
    by_opponent: dict[int, Points]
    together: Points


def results_of(account: User) -> Results:
    """One query. A game counts for the version that played last in it."""
    turns = BotTurn.objects.filter(game=OuterRef("pk"), version__bot=account.pk)
    played = turns.exclude(state=TurnState.DROPPED)
    rows = (
        Game.objects.of(account)
        .filter(status=GameStatus.FINISHED)
        .exclude(result="")
        .order_by()
        .annotate(
            version=Subquery(played.order_by("-ply").values("version")[:1]),
            opponent=Case(When(first=account, then=F("second")), default=F("first")),
            begins=Case(When(first=account, then=Value(True)), default=Value(False)),
        )
        .values("version", "opponent", "result", "swapped", "begins")
        .annotate(games=Count("pk"))
    )
    results = Results(defaultdict(Points), defaultdict(Points), Points())
    for row in rows:
        is_black = row["begins"] != bool(row["swapped"])
        counted = [results.together, results.by_opponent[row["opponent"]]]
        if row["version"]:
            counted.append(results.by_version[row["version"]])
        for points in counted:
            points.add(row["result"], is_black, row["games"])
    return results


def most_played(results: Results) -> list[Against]:
    """The opponents of most games."""
    most = sorted(results.by_opponent.items(), key=lambda item: -item[1].games)[:MOST_OPPONENTS]
    opponents = User.objects.select_related("owner").in_bulk([pk for pk, _ in most])
    return [Against(opponents[pk], points) for pk, points in most]
