"""A bot as its page and the list of bots show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Bot, BotFault
from games.services.bots import all_bots, last_seen, live_version
from sumendi_site.accounts.models import User

from .lists import Reader

MOST_FAULTS = 20
SILENT_FOR = timedelta(days=7)


@dataclass(frozen=True)
class BotCard:
    """Of one of `all_bots`. `recent_faults` are shown to the owner alone, the newest first."""

    account: User
    is_readers: bool = False
    recent_faults: Sequence[BotFault] = ()

    @property
    def live(self) -> int | None:
        """The number of the version that runs here; None for a remote or a house bot."""
        return live_version(self.account)

    @property
    def is_paused(self) -> bool:
        bot: Bot | None = getattr(self.account, "bot", None)
        return bot is not None and bot.paused is not None

    @property
    def last_seen(self) -> datetime | None:
        return last_seen(self.account)

    @property
    def is_silent(self) -> bool:
        """No program plays for it, or none has for so long that a challenge may be in vain."""
        if self.account.kind == User.Kind.HOUSE or self.live is not None:
            return False
        seen = self.last_seen
        return seen is None or timezone.now() - seen > SILENT_FOR

    @property
    def faults(self) -> int:
        bot: Bot | None = getattr(self.account, "bot", None)
        return bot.faults if bot else 0


def card_of(account: User, reader: Reader | None) -> BotCard:
    """One of `all_bots`, as the reader may see it."""
    is_readers = reader is not None and reader.pk is not None and account.owner_id == reader.pk
    recent = BotFault.objects.filter(bot=account.pk)[:MOST_FAULTS] if is_readers else ()
    return BotCard(account, is_readers, tuple(recent))


def card_of_player(player: User, reader: Reader) -> BotCard | None:
    """For somebody who is a bot with an owner."""
    if player.kind != User.Kind.BOT:
        return None
    return card_of(all_bots().get(pk=player.pk), reader)
