"""What the pool and the finished games look like as a whole. The databases do the counting."""

from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Any

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from games.models import Game, GameStatus, Result, ResultEvent, Termination
from games.models.result_event import ResultKind
from ratings.numbers import POINT
from ratings.presenters.standings import Board, established
from sumendi_site.accounts.models import User

BAND = 100
"""Points from one step of the distribution to the next."""

FEWEST_FOR_MARGIN = 30
TWO_SIDED_95 = 1.96

FIRST_WON = Q(result=Result.BLACK, swapped=False) | Q(result=Result.WHITE, swapped=True)
TALLIES = {
    "games": Count("pk"),
    "draws": Count("pk", filter=Q(result=Result.DRAW)),
    "black_wins": Count("pk", filter=Q(result=Result.BLACK)),
    "first_wins": Count("pk", filter=FIRST_WON),
}


@dataclass(frozen=True)
class Band:
    """How many players are rated from `least` on, below the next step, as ratings are shown."""

    least: int
    people: int
    bots: int

    @property
    def players(self) -> int:
        return self.people + self.bots

    @property
    def label(self) -> str:
        return f"{self.least}–{self.least + BAND - 1}"  # noqa: RUF001 - a range


@dataclass(frozen=True)
class Tally:
    """Some games and who won how many of them. The margins are half the width of an interval that
    holds the true score in 95 % of cases, by the normal approximation, in percent points; none for
    fewer than thirty games or a score of which all games agree."""

    games: int
    draws: int
    black_wins: int
    first_wins: int

    @property
    def black_score(self) -> float:
        """Black's share of the points, in percent, a draw being half a point. Needs a game."""
        return 100 * (self.black_wins + self.draws / 2) / self.games

    @property
    def first_score(self) -> float:
        """The first player's share of the points, likewise."""
        return 100 * (self.first_wins + self.draws / 2) / self.games

    @property
    def black_margin(self) -> float | None:
        return self._margin(self.black_wins)

    @property
    def first_margin(self) -> float | None:
        return self._margin(self.first_wins)

    def _margin(self, wins: int) -> float | None:
        score = (wins + self.draws / 2) / self.games
        variance = (wins + self.draws / 4) / self.games - score**2
        if self.games < FEWEST_FOR_MARGIN or variance <= 0:
            return None
        return 100 * TWO_SIDED_95 * sqrt(variance / self.games)

    @property
    def draw_share(self) -> float:
        """In percent of the games."""
        return 100 * self.draws / self.games


def distribution(now: datetime) -> list[Band]:
    """The established, active players by rating, the lowest band first and none left out."""
    band = (F("rating") + POINT // 2) / (BAND * POINT)
    counted = (
        established(Board.ALL, now)
        .order_by()
        .values_list(band)
        .annotate(
            of_people=Count("pk", filter=Q(kind=User.Kind.PERSON)),
            of_bots=Count("pk", filter=Q(kind=User.Kind.BOT)),
        )
    )
    found = {number: (people, bots) for number, people, bots in counted}
    if not found:
        return []
    return [
        Band(number * BAND, *found.get(number, (0, 0)))
        for number in range(min(found), max(found) + 1)
    ]


def by_size() -> dict[int, Tally]:
    """The results on each size of board that has been played on, the smallest first."""
    return dict(sorted(_tallies(_played(), F("size")).items()))


def together(tallies: dict[int, Tally]) -> Tally | None:
    """All of them as one; None without a game."""
    if not tallies:
        return None
    return Tally(
        games=sum(tally.games for tally in tallies.values()),
        draws=sum(tally.draws for tally in tallies.values()),
        black_wins=sum(tally.black_wins for tally in tallies.values()),
        first_wins=sum(tally.first_wins for tally in tallies.values()),
    )


def by_height() -> dict[int | None, Tally]:
    """The results of the games that were scored, by the height that decided: the lowest first,
    and last under None those that no height decided."""
    scored = _played().filter(termination=Termination.SCORE)
    decided = Cast(KT("score__decided"), IntegerField())
    # A draw has none, and SQLite would tell that as a text.
    height = Case(When(result=Result.DRAW, then=None), default=decided)
    tallies = _tallies(scored, height)
    return dict(sorted(tallies.items(), key=lambda item: (item[0] is None, item[0])))


def _tallies(games: "QuerySet[Game]", key: Any) -> dict[Any, Tally]:
    """The results of the games for each value of `key`, an expression of the ORM."""
    counted = games.values_list(key).annotate(**TALLIES)
    return {value: Tally(*tallied) for value, *tallied in counted}


def _played() -> "QuerySet[Game]":
    """The finished games with a result in which the sides were chosen, but for those that a
    moderator has annulled or corrected."""
    changed = ResultEvent.objects.filter(game=OuterRef("pk")).exclude(kind=ResultKind.FINISHED)
    played = Game.objects.filter(status=GameStatus.FINISHED, swapped__isnull=False)
    return played.exclude(result="").exclude(Exists(changed)).order_by()
