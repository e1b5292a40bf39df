"""The house players' accounts, and how many games against them somebody may play."""

import logging
import time
from contextlib import suppress
from functools import lru_cache

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Upper

from games.house import LEVELS, PLAYERS, RETIRED, Level
from games.models import Game, ResultEvent
from games.models.game import GameQuerySet
from sumendi_site.accounts.models import User, beginning

from .errors import CannotChallenge, TooManyGames
from .locking import lock_player

MOST_GAMES = 20
MOST_GAMES_OF_A_GUEST = 5
BY_USERNAME = {player.username: player for player in (*PLAYERS, *RETIRED)}

logger = logging.getLogger(__name__)


def account_of(player: Level) -> User:
    """The account of this house player; it is made when it is first asked for. Raises
    CannotChallenge where somebody else has its name."""
    account = User.objects.named(player.username)
    if account is None:
        account = _made(player)
    if account.kind != User.Kind.HOUSE:
        logger.error(
            "%s is not a house bot but has the name of one, which cannot play: give that account "
            "another name and start the site again.",
            account.username,
        )
        raise CannotChallenge("This house bot does not play here at present.")
    return account


def _made(player: Level) -> User:
    account, _ = User.objects.get_or_create(
        username=player.username,
        defaults={
            "kind": User.Kind.HOUSE,
            "about": about(player),
            "password": make_password(None),
            **beginning(player.strength),
        },
    )
    return account


def about(player: Level) -> str:
    """What the page of its account says."""
    if not player.searches:
        return f"A house bot. {player.about}"
    solver = " It has a solver for endings." if player.solver else ""
    return f"A house bot. {player.about} Simulations a move: {player.simulations:,}.{solver}"


def make_accounts(*, begin_anew: bool = False) -> None:
    """So that everybody finds the house players before anybody has played one, with the words of
    today, and with ratings that begin with the strength of today: where one has finished a game
    that is only so if they are to `begin_anew`, and then the ledger has to be mended. Who has
    retired is closed: nobody begins a game with a closed account, and the games that it plays go
    on."""
    for player in PLAYERS:
        with suppress(CannotChallenge):  # the others play nevertheless
            living = account_of(player)
            _describe(living, player)
            _begin_at_its_strength(living, player, though_it_played=begin_anew)
    for player in RETIRED:
        account = User.objects.named(player.username)
        if account is not None and account.is_active and account.kind == User.Kind.HOUSE:
            account.is_active = False
            account.save(update_fields=["is_active"])
            _describe(account, player)


def _describe(account: User, player: Level) -> None:
    if account.about != about(player):
        account.about = about(player)
        account.save(update_fields=["about"])


def _begin_at_its_strength(account: User, player: Level, *, though_it_played: bool) -> None:
    columns = beginning(player.strength)
    if account.rating_start == columns["rating_start"]:
        return
    with transaction.atomic():
        lock_player(account)  # as the ledger does
        if not ResultEvent.objects.filter(game__in=Game.objects.of(account)).exists():
            User.objects.filter(pk=account.pk).update(**columns)
        elif though_it_played:
            User.objects.filter(pk=account.pk).update(rating_start=columns["rating_start"])


def house_player(name: str) -> User | None:
    """The account of the house player that is named so, in whatever case; None for another name."""
    player = BY_USERNAME.get(name.lower())
    return account_of(player) if player in PLAYERS else None


def player_of(account: User) -> Level | None:
    """Which house player the account is; None for anybody else's."""
    return BY_USERNAME.get(account.username.lower()) if account.kind == User.Kind.HOUSE else None


def level_of(account: User) -> Level | None:
    """The level that plays for the account; None for people, and for programs without a search."""
    player = player_of(account)
    return player if player is not None and player.searches else None


def strengths() -> dict[Level, str]:
    """`strengths_now`, looked up once a minute: every reader of the lobby is told them."""
    return _strengths_in(int(time.monotonic() // 60))


@lru_cache(maxsize=1)
def _strengths_in(minute: int) -> dict[Level, str]:
    return strengths_now()


def strengths_now() -> dict[Level, str]:
    """How strong each level is: its rating once that is settled, until then ``about 1,400``.
    Those are left out whose name somebody else has."""
    names = [level.username.upper() for level in LEVELS]  # as they are indexed
    holders = User.objects.annotate(upper=Upper("username")).filter(upper__in=names)
    accounts = {holder.username.lower(): holder for holder in holders}
    return {
        level: _strength(level, accounts.get(level.username))
        for level in LEVELS
        if _is_its_own(accounts.get(level.username))
    }


def _is_its_own(holder: User | None) -> bool:
    return holder is None or holder.kind == User.Kind.HOUSE


def _strength(level: Level, account: User | None) -> str:
    if account is None or account.is_provisional:
        return f"about {level.strength:,}"
    return f"{account.rating_points:,}"


def games_against(player: User) -> GameQuerySet:
    """The running games of a player against house bots."""
    theirs = Game.objects.running().of(player)
    return theirs.filter(Q(first__kind=User.Kind.HOUSE) | Q(second__kind=User.Kind.HOUSE))


def require_few_games(player: User) -> None:
    most = MOST_GAMES_OF_A_GUEST if player.kind == User.Kind.GUEST else MOST_GAMES
    if games_against(player).count() >= most:
        raise TooManyGames(
            f"You play {most} games against house bots already. Finish one of them first."
        )
