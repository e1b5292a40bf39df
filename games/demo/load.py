"""Write the demo data: games of the past, and some life of today."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games import services
from games.clock import SECONDS
from games.models import Bot, Game, Offer, Termination, VacationBudget
from games.models.offer import Seat
from games.services.offers import STAYS_OPEN
from sumendi_site.accounts.models import User

from .playing import SEED, PastGame, Plan, play, play_season
from .rows import end, store

PASSWORD = "lava-and-islands"  # noqa: S105  printed on the console; never loaded in production
NAMES = ("amaia", "unai", "leire", "mattin", "nora", "eneko", "jokin", "ane")


FINISHED = (
    Plan(0, 1, 6, "3d"),
    Plan(1, 2, 5, "2d"),
    Plan(2, 3, 6, "7d+1d"),
    Plan(3, 0, 5, "1d"),
    Plan(4, 5, 6, "3d"),
    Plan(5, 0, 5, "3d", rated=False),
    Plan(6, 7, 5, "2d"),
    Plan(7, 4, 6, "7d+1d"),
    Plan(2, 0, 7, "3d"),
    Plan(1, 6, 6, "3d", plies=23, ending=Termination.RESIGNATION),
    Plan(5, 2, 6, "1d", plies=12, ending=Termination.TIMEOUT),
    Plan(3, 4, 5, "2d", plies=20, ending=Termination.AGREEMENT),
)
RUNNING = (
    Plan(0, 5, 5, "2d", plies=17),
    Plan(1, 0, 6, "3d", plies=25),
    Plan(0, 3, 6, "14d", rated=False, plies=30),
    Plan(2, 0, 6, "7d+1d", plies=25),
    Plan(0, 6, 5, "1d", plies=16),
    Plan(3, 4, 6, "3d", plies=12),
    Plan(7, 1, 7, "5d", plies=33),
    Plan(4, 0, 5, "3d", plies=1),
)


@dataclass(frozen=True)
class DemoBot:
    name: str
    owner: int
    care: float


BOTS = (
    DemoBot("magma", 6, 1),
    DemoBot("caldera", 7, 0.7),
    DemoBot("geyser", 5, 0.4),
    DemoBot("fumarole", 4, 0.1),
)
CARE = [0.9, 1, 0.6, 0.8, 0.5, 0.3, 0.7, 0.1, *(bot.care for bot in BOTS)]
"""How much care the players of the season take, people before bots."""

OLDEST = timedelta(days=150)
"""Since when the players have been here: before the first move of the season."""


def season() -> list[PastGame]:
    """The season before today, for `load_demo`. It takes some seconds, and no database."""
    own = {(bot.owner, len(NAMES) + number) for number, bot in enumerate(BOTS)}
    return play_season(CARE, own)


@transaction.atomic
def load_demo(past: Sequence[PastGame] = ()) -> list[tuple[str, str]]:
    """Fill an empty database, with the bots and games of a `season` if there is one; returns the
    names and passwords of the players."""
    source = random.Random(SEED)  # noqa: S311  the same demo on every machine
    now = timezone.now()
    joined = now - OLDEST
    people = [
        User.objects.create_user(name, password=PASSWORD, date_joined=joined) for name in NAMES
    ]
    if past:
        _season(past, [*people, *_bots(people, joined)], now)
    for number, plan in enumerate(FINISHED):
        ended = now - timedelta(days=len(FINISHED) - number, hours=source.randrange(12))
        end(store(plan, play(plan, source), people, ended, source), plan.ending, ended)
    for plan in RUNNING:
        last = now - timedelta(minutes=source.randrange(5, 1000))
        store(plan, play(plan, source), people, last, source)
    _offers(people)
    _life(people)
    return [(player.username, PASSWORD) for player in people]


def _bots(people: list[User], joined: datetime) -> list[User]:
    about = "A bot of the demo. Its games are of the past: no program plays for it now."
    accounts = [
        User.objects.create_user(
            bot.name,
            kind=User.Kind.BOT,
            owner=people[bot.owner],
            about=about,
            date_joined=joined,
        )
        for bot in BOTS
    ]
    Bot.objects.bulk_create(Bot(account=account, created=joined) for account in accounts)
    return accounts


def _season(past: Sequence[PastGame], players: list[User], now: datetime) -> None:
    source = random.Random(SEED)  # noqa: S311
    for game in past:
        ended = now - game.ago
        end(store(game.plan, game.played, players, ended, source), game.plan.ending, ended)


def _offers(players: list[User]) -> None:
    expires = timezone.now() + STAYS_OPEN
    Offer.objects.create(
        creator=players[4],
        size=6,
        rated=True,
        seat=Seat.RANDOM,
        time_control="3d",
        expires=expires,
    )
    Offer.objects.create(
        creator=players[5],
        size=5,
        rated=False,
        seat=Seat.FIRST,
        time_control="7d+1d",
        expires=expires,
    )


def _life(players: list[User]) -> None:
    """What goes on around the first player's games: a challenge, an opponent who writes and one
    who is on vacation, and vacation that was saved."""
    terms = services.Terms(size=5, rated=True, seat=Seat.RANDOM, time_control="1d")
    services.challenge(players[6], players[0], terms)
    games = Game.objects.running().with_players().of(players[0]).order_by("pk")
    away = games.exclude(to_move=players[0])[0].to_move
    assert away is not None  # noqa: S101 - the game runs
    for player in (players[0], away):
        VacationBudget.objects.create(player=player, seconds=9 * SECONDS["d"])
    services.take_vacation(away, 5)
    for game in games.filter(to_move=players[0])[:1]:
        writer = game.opponent_of(players[0])
        services.say(game.pk, writer, "Kaixo! A good game to you.")
