"""Who takes part in the ladder, the best first, and what their games came to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from games.models import BotVersion, Game, GameStatus
from games.presenters.tally import Tally, outcome_of
from ratings.replay import PAIR_TIME
from sumendi_site.accounts.models import User
from tournaments.services.ladder import ON_LADDER

NEWEST = 5
"""So many results of a bot are shown."""
ORDER = ("-rating", "-rated_games", "date_joined", "id")
LETTERS = {"won": "W", "drawn": "D", "lost": "L"}


@dataclass(frozen=True)
class Ended:
    """A game of a bot and its `outcome`: ``won``, ``drawn`` or ``lost``."""

    game: int
    outcome: str
    finished: datetime

    @property
    def letter(self) -> str:
        return LETTERS[self.outcome]


@dataclass(frozen=True)
class Standing:
    """A bot of the ladder, and its games there in the days in which a pair's games are counted;
    the `newest` results come first."""

    account: User
    tally: Tally = field(default_factory=Tally)
    newest: list[Ended] = field(default_factory=list)

    @property
    def version(self) -> int:
        """The number of the live one."""
        number: int = self.account.live_version  # type: ignore[attr-defined]
        return number

    @property
    def is_paused(self) -> bool:
        return self.account.bot.paused is not None


def bots() -> "QuerySet[User]":
    """The bots that take part, paused or not, the best first."""
    live = BotVersion.objects.filter(ON_LADDER).order_by()
    number = live.filter(bot=OuterRef("pk")).values("number")[:1]
    accounts = User.objects.filter(pk__in=live.values("bot")).select_related("owner", "bot")
    return accounts.annotate(live_version=Subquery(number)).order_by(*ORDER)


def standings(accounts: Iterable[User], now: datetime) -> list[Standing]:
    """Of some of the `bots`, in their order; four queries for all of them together."""
    found = {account.pk: Standing(account) for account in accounts}
    games = Game.objects.filter(ladder_game__created__gte=now - PAIR_TIME)
    games = games.exclude(status=GameStatus.FINISHED, result="").order_by()
    for seat in ("first", "second"):
        seated = games.filter(**{f"{seat}__in": found})
        _count(found, seat, seated)
        _add_newest(found, seat, seated)
    for standing in found.values():
        standing.newest.sort(key=lambda ended: (ended.finished, ended.game), reverse=True)
        del standing.newest[NEWEST:]
    return list(found.values())


def _count(found: dict[int, Standing], seat: str, games: "QuerySet[Game]") -> None:
    rows = games.values_list(seat, "status", "result", "swapped").annotate(games=Count("pk"))
    for bot, status, result, swapped, count in rows:
        is_black = (seat == "first") != bool(swapped)
        found[bot].tally.note(status, result, count, is_black=is_black)


def _add_newest(found: dict[int, Standing], seat: str, games: "QuerySet[Game]") -> None:
    latest_first = [F("finished").desc(), F("pk").desc()]
    place = Window(RowNumber(), partition_by=[F(seat)], order_by=latest_first)
    ended = games.filter(status=GameStatus.FINISHED).annotate(place=place)
    rows = ended.filter(place__lte=NEWEST).values_list(seat, "pk", "result", "swapped", "finished")
    for bot, game, result, swapped, finished in rows:
        outcome = outcome_of(result, is_black=(seat == "first") != bool(swapped))
        found[bot].newest.append(Ended(game, outcome, finished))
