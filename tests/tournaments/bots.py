"""Bots that take part in the ladder, for tests."""

from typing import Any

from django.utils import timezone

from games.models import Bot, Result, Termination
from games.services.finishing import finish
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import hosting_on, make_hosted_bot
from tests.games.factories import make_user
from tournaments.models import LadderGame
from tournaments.services import ladder


def make_ladder_bot(name: str, owner: User | None = None, **of_the_bot: Any) -> User:
    """The account of a bot with a live version; without an `owner` it gets one of its own."""
    account = make_hosted_bot(owner or make_user(f"{name}-owner"), name)
    Bot.objects.filter(account=account).update(**of_the_bot)
    return account


def make_ladder_games(*names: str) -> list[LadderGame]:
    """Games of the ladder between new bots of these names, all that can begin."""
    hosting_on(worker="of-the-ladder")
    for name in names:
        make_ladder_bot(name)
    ladder.pair()
    return list(LadderGame.objects.select_related("game__first", "game__second"))


def end(row: LadderGame, result: Result = Result.BLACK, *, swapped: bool = False) -> None:
    """The game ends so, without the plies that nobody asks for here."""
    row.game.swapped = swapped
    row.game.save()
    finish(row.game, result, Termination.ADJUDICATION, timezone.now())
