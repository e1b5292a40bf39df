"""Bots that stop for a while: their owner wants it, or they fail again and again."""

from django.utils import timezone

from games.bot_notices import tell_paused
from games.models import Bot
from sumendi_site.accounts.models import User

from .bots import owned
from .errors import BotRetired
from .hosted import go_on_playing, stop_playing

MOST_FAULTS = 5
"""So many turns in a row that its program spoils, and a bot is paused."""
BY_ITS_OWNER = "Its owner paused it."
BY_FAULTS = f"Its program spoiled {MOST_FAULTS} turns in a row."
LONGEST_WHY = 300


def pause(bot: Bot, why: str) -> bool:
    """The bot plays nothing until it is resumed, and its clocks run meanwhile. False when it was
    paused already. Not to be called in a transaction that holds a game."""
    newly = mark_paused(bot.pk, why)
    stop_playing(bot.account)
    return newly


def mark_paused(bot_id: int, why: str) -> bool:
    """The first half of it, in the caller's transaction."""
    running = Bot.objects.filter(pk=bot_id, paused=None)
    return running.update(paused=timezone.now(), paused_why=why[:LONGEST_WHY]) == 1


def pause_after_faults(bot_id: int) -> bool:
    """Pause a bot that has spoiled too many turns in a row, and tell its owner. In the caller's
    transaction, after which `stop_playing` is due if this is true."""
    too_many = Bot.objects.filter(pk=bot_id, faults_in_a_row__gte=MOST_FAULTS).exists()
    if not too_many or not mark_paused(bot_id, BY_FAULTS):
        return False
    tell_paused(Bot.objects.select_related("account__owner").get(pk=bot_id))
    return True


def pause_by_owner(owner: User, name: str) -> User:
    """Doing it twice is no error."""
    account = owned(owner, name)
    _require_open(account)
    pause(account.bot, BY_ITS_OWNER)
    # Where its faults had paused it, a new version does not end what its owner wants.
    Bot.objects.filter(pk=account.pk).exclude(paused=None).update(paused_why=BY_ITS_OWNER)
    return owned(owner, name)


def resume(owner: User, name: str) -> User:
    """Let the bot play on, in all games that wait for it. Doing it twice is no error."""
    account = owned(owner, name)
    _require_open(account)
    Bot.objects.filter(pk=account.pk).update(paused=None, paused_why="", faults_in_a_row=0)
    go_on_playing(account)
    return owned(owner, name)


def _require_open(account: User) -> None:
    if account.is_closed:
        raise BotRetired
