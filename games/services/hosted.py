"""Games whose player to move is a program that runs here: its turns, and its clock.

The program's time is measured while it runs. Until then the game has no deadline, for it is the
site that lets its opponent wait. A house player's game has none at all: how long a search takes
is the site's own affair.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import OPEN, BotTurn, BotVersion, Game, TurnRank, TurnState, VersionState
from sumendi_site.accounts.models import User
from sumendi_site.live.publish import game_topic, publish
from sumendi_site.queue import wake

from .locking import lock

PLAY = "games.tasks.play_bot_turn"
"""The task that plays one waiting turn, whosesoever."""


def playing_version(account: User | None) -> BotVersion | None:
    """The version that plays for this account now; None for people, for remote and house bots, and
    for bots that are paused or retired."""
    if account is None or account.kind != User.Kind.BOT or account.is_closed:
        return None
    ready = BotVersion.objects.filter(bot=account.pk, state=VersionState.READY)
    return ready.filter(bot__paused=None).select_related("bot").defer("package").first()


def is_hosted(account: User) -> bool:
    """Whether programs of this bot run here: it has a version that is live, paused or not."""
    if account.kind != User.Kind.BOT:
        return False
    return BotVersion.objects.filter(bot=account.pk, state=VersionState.READY).exists()


def is_of_this_site(account: User) -> bool:
    """Whether programs of this site play for the account: they are asked for moves alone, so the
    site answers for them, and at once."""
    return account.kind == User.Kind.HOUSE or is_hosted(account)


def call_program(game: Game) -> bool:
    """Give a program its turn if one plays for the player to move; its clock stands still until it
    runs. The caller holds the game's lock and saves it."""
    if not _ask(game):
        return False
    let_clock_stand(game)
    return True


def let_clock_stand(game: Game) -> None:
    """Of the player to move, a program of this site. The caller holds the game and saves it."""
    game.deadline = game.next_warning = None


def _ask(game: Game) -> bool:
    """Give a program its turn if one plays for the player to move. A clock that runs runs on."""
    version = playing_version(game.to_move)
    if version is None or game.to_move is None:
        return False
    now = timezone.now()
    owner = game.to_move.owner
    assert owner is not None  # noqa: S101  # every bot has one
    BotTurn.objects.update_or_create(
        game=game,
        ply=game.ply_count + 1,
        defaults={
            "seat": "first" if game.to_move_id == game.first_id else "second",
            "version": version,
            "owner": owner,
            "rank": _rank(game),
            "state": TurnState.WAITING,
            "created": now,
            "not_before": now,
            "lease": None,
            "lease_until": None,
            "claimed": None,
            "finished": None,
            "tries": 0,
            "outages": 0,
        },
    )
    wake(PLAY)
    return True


def _rank(game: Game) -> TurnRank:
    assert game.to_move is not None  # noqa: S101  # see call_program
    between_programs = is_hosted(game.opponent_of(game.to_move))
    return TurnRank.LADDER if between_programs else TurnRank.PERSON


def is_asked(game: Game) -> bool:
    """Whether the player to move is a program that has a turn of this game. The caller holds the
    game's lock."""
    if game.to_move is None or game.to_move.kind != User.Kind.BOT:
        return False
    return BotTurn.objects.filter(game=game, state__in=OPEN).exists()


def drop_turns(game: Game) -> None:
    """Nobody has to play the game's open turns any more. The caller holds the game's lock."""
    BotTurn.objects.filter(game=game, state__in=OPEN).update(
        state=TurnState.DROPPED, finished=timezone.now()
    )


def stop_playing(account: User) -> None:
    """The bot's program is not asked any more: from now on its clocks run, as a remote bot's."""
    for game in _games_to_move(account):
        _let_clock_run(game.pk, timezone.now())


def go_on_playing(account: User) -> None:
    """Ask the bot's program in all games that wait for it. Its clocks, which have run meanwhile,
    run on: else whoever pauses it again and again would never lose on time."""
    for game in _games_to_move(account):
        call_again_or_let_run(game.pk)


def _games_to_move(account: User) -> list[Game]:
    return list(Game.objects.running().filter(to_move=account).order_by("pk"))


@transaction.atomic
def _let_clock_run(game_id: int, now: datetime) -> None:
    let_clock_run(lock(game_id), now)


def let_clock_run(game: Game, now: datetime) -> None:
    """Of the player to move, whose program is not asked any more. The caller holds the game."""
    if not game.is_running or game.to_move is None:
        return
    drop_turns(game)
    if game.deadline is not None:
        return
    game.turn_started = now
    game.deadline = game.control.deadline(now, game.bank_of(game.to_move))
    game.save(update_fields=["turn_started", "deadline"])
    publish(game_topic(game.pk), "clock", {})


@transaction.atomic
def call_again_or_let_run(game_id: int) -> bool:
    """Mend a game in which nobody asks the program of the player to move: ask it, or let its clock
    run where none plays. False when there is nothing to mend (any more)."""
    game = lock(game_id)
    if not game.is_running or BotTurn.objects.filter(game=game, state__in=OPEN).exists():
        return False
    if _ask(game):
        return True
    was_unasked = game.deadline is None
    let_clock_run(game, timezone.now())
    return was_unasked
