"""Who can be paired on the ladder now, and which games count against it."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from games.models import BotVersion, Game, GameStatus, VersionState
from ratings.replay import PAIR_TIME
from ratings.services.pairs import counted_games, games_to_be_rated
from sumendi_site.accounts.models import User
from tournaments.ladder import Entrant, Meeting

GOING_ON = (GameStatus.RUNNING, GameStatus.SCORING)

ON_LADDER = Q(
    state=VersionState.READY,
    bot__on_ladder=True,
    bot__account__is_active=True,
    bot__account__owner__is_active=True,
)
"""The live versions of the bots that take part, paused or not."""


def versions() -> "QuerySet[BotVersion]":
    """Those that play on the ladder now, with their accounts and without their packages."""
    playing = BotVersion.objects.filter(ON_LADDER, bot__paused=None)
    return playing.select_related("bot__account__owner").defer("package")


def entrants(playing: Collection[BotVersion]) -> list[Entrant]:
    """Without those that play in a round of an event, each against another program of this site:
    such a game is over soon, and others wait for the end of the round."""
    running, in_events = _running({version.bot_id for version in playing})
    free = (version for version in playing if version.bot_id not in in_events)
    return [_entrant(version, running[version.bot_id]) for version in free]


def _entrant(version: BotVersion, running: int) -> Entrant:
    account = version.bot.account
    assert account.owner_id is not None  # noqa: S101  # ON_LADDER looks at the owner
    return Entrant(
        bot=account.pk,
        owner=account.owner_id,
        rating=account.rating,
        uncertainty=account.rating_deviation,
        sizes=frozenset(version.bot.sizes),
        running=running,
    )


def _running(bots: Collection[int]) -> tuple[Counter[int], set[int]]:
    """By the ids of the bots, how many games on the ladder have not ended; and those that have a
    game of an event against another one of these, or a house bot."""
    first_is_program = Q(first__in=bots) | Q(first__kind=User.Kind.HOUSE)
    second_is_program = Q(second__in=bots) | Q(second__kind=User.Kind.HOUSE)
    on_ladder, in_event = Q(ladder_game__isnull=False), Q(pairing__isnull=False)
    games = Game.objects.filter(status__in=GOING_ON).filter(
        on_ladder | in_event & first_is_program & second_is_program
    )
    rows = list(games.order_by().values_list("first", "second", "ladder_game"))
    running = Counter(bot for *two, of_ladder in rows if of_ladder for bot in two)
    return running, {bot for *two, of_ladder in rows if not of_ladder for bot in two}


def meetings(bots: Collection[int], now: datetime) -> list[Meeting]:
    """The games of these bots that count for how often two may meet: what the ledger counts when a
    game ends now, what may be rated yet, and whatever the ladder has begun in the same time. The
    last are counted even if they are not rated in the end: else two bots of which one always breaks
    down would be paired for ever."""
    theirs = Q(first__in=bots) | Q(second__in=bots)
    games = Game.objects.filter(theirs)
    found: dict[int, Meeting] = {}
    for counted in (
        games.filter(ladder_game__created__gte=now - PAIR_TIME),
        games.filter(pk__in=counted_games(bots, now).values("game")),
        games.filter(pk__in=games_to_be_rated(bots).values("pk")),
    ):
        rows = counted.values_list("pk", "first", "second", "size", "status")
        found |= {row[0]: _meeting(*row[1:]) for row in rows}
    return list(found.values())


def _meeting(first: int, second: int, size: int, status: str) -> Meeting:
    return Meeting(first, second, size, is_running=status in GOING_ON)
