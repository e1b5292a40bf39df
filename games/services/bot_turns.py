"""The turns of a bot's program, for its owner: what it was asked, answered and printed."""

from django.db.models import QuerySet

from games.models import BotTurn, BotVersion
from sumendi_site.accounts.models import User

from .bots import owned
from .errors import TurnNotFound


def turns_of(owner: User, name: str) -> "QuerySet[BotTurn]":
    """Those of all versions of an own bot, in games and bouts, with their runs. Raises BotNotFound
    and NotYourBot."""
    return with_runs(BotTurn.objects.filter(version__bot=owned(owner, name).pk))


def find_turn(owner: User, name: str, pk: int) -> BotTurn:
    """One of `turns_of`. Raises TurnNotFound, too."""
    turn = turns_of(owner, name).filter(pk=pk).first()
    if turn is None:
        raise TurnNotFound
    return turn


def with_runs(turns: "QuerySet[BotTurn]") -> "QuerySet[BotTurn]":
    """With their versions, without the packages, and their runs."""
    return turns.select_related("version").defer("version__package").prefetch_related("runs")


def sees_log(reader: User | None, version: BotVersion) -> bool:
    """What a program prints is for its owner alone. The caller has joined the account."""
    return reader is not None and version.bot.account.owner_id == reader.pk
