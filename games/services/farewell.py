"""What becomes of games and bots when an account is deleted. Games stay, with all their plies, for
they are the opponents' as well."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from games.models import (
    Analysis,
    BotFault,
    BotRun,
    BotTurn,
    BotVersion,
    Bout,
    ChatMessage,
    Conditions,
    Exploration,
    Note,
    Report,
    Termination,
    Vacation,
    VacationBudget,
    VersionState,
)
from sumendi_site.accounts.deletion import GONE, Farewell
from sumendi_site.accounts.models import User
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import player_topic, publish, talk_topic

from .bots import retire
from .bouts import call_off
from .ending import give_up_games
from .leaving import leave
from .versions import UNSETTLED

STILL_OPEN = timedelta(days=1)
"""So long somebody may have a page open since a line was written."""


def forget(person: User) -> None:
    """End whatever runs, and let go of what they and their bots wrote."""
    bots = list(person.bots.order_by("pk"))
    for bot in bots:
        retire(person, bot.username)
    leave(person, ends_games=True)
    for bot in bots:
        give_up_games(bot)
        _forget_program(bot)
    _forget_rows([person, *bots])
    _forget_words([person, *bots])
    Report.objects.open().filter(taken_by=person).update(taken_by=None, taken=None)


def _forget_rows(accounts: list[User]) -> None:
    for rows, field in (
        (Note, "author"),
        (Conditions, "player"),
        (Exploration, "owner"),
        (Vacation, "player"),
        (VacationBudget, "player"),
    ):
        rows._default_manager.filter(**{f"{field}__in": accounts}).delete()
    Analysis.objects.filter(asker__in=accounts).update(asker=None)
    Report.objects.filter(reporter__in=accounts).update(reporter=None)
    topics = [player_topic(account.pk) for account in accounts]
    LiveEvent.objects.filter(topic__in=topics).delete()


def _forget_program(bot: User) -> None:
    """The bot keeps its name, and the numbers of the versions that played its games. Nothing is
    left of what they printed, for whomever they played."""
    played = Bout.objects.filter(Q(first__bot=bot.pk) | Q(second__bot=bot.pk))
    call_off(played, f"{bot} is retired.")
    User.objects.filter(pk=bot.pk).update(about="")
    versions = BotVersion.objects.filter(bot=bot.pk)
    versions.filter(state__in=UNSETTLED).update(state=VersionState.REFUSED, checked=timezone.now())
    versions.update(package=b"", file_name="", refusal="")
    BotFault.objects.filter(bot=bot.pk).delete()
    BotTurn.objects.filter(version__bot=bot.pk).update(memory="", note="")
    BotRun.objects.filter(turn__version__bot=bot.pk).update(answer="", detail="", log="")
    played.filter(termination=Termination.FAULT).update(detail="")


def _forget_words(accounts: list[User]) -> None:
    """A line of a chat leaves a trace, so that the answers to it can still be understood. Pages on
    which it stands are told to look again."""
    lines = ChatMessage.objects.filter(author__in=accounts).exclude(text=GONE)
    lately = lines.filter(created__gt=timezone.now() - STILL_OPEN)
    games = set(lately.values_list("game", flat=True))
    lines.update(text=GONE)
    for game in sorted(games):
        publish(talk_topic(game), "talk", {})


FAREWELL = Farewell(forget)
