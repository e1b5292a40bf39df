"""What bots do wrong, remembered for their owners."""

from django.db import transaction
from django.db.models import F

from games.models import Bot, BotFault, FaultKind
from sumendi_site.accounts.models import User

KEPT = 100
"""So many of a bot's faults are remembered, the newest ones; all are counted."""
LONGEST_DETAIL = 300
NOT_SHOWN = "�"


@transaction.atomic
def note_fault(player: User, game_id: int, kind: FaultKind, detail: str) -> None:
    """Remember that a bot did something wrong; nothing is noted of anybody else."""
    if player.kind != User.Kind.BOT:
        return
    # The update also holds the bot, so that of two faults at once neither forgets too much.
    if not Bot.objects.filter(pk=player.pk).update(faults=F("faults") + 1):
        return
    faults = BotFault.objects.filter(bot=player.pk)
    faults.create(bot_id=player.pk, game_id=game_id, kind=kind, detail=shown(detail))
    oldest_kept = faults.order_by("-id").values_list("id", flat=True)[KEPT - 1 : KEPT].first()
    if oldest_kept is not None:
        faults.filter(id__lt=oldest_kept).delete()


def shown(text: str) -> str:
    """The text without what a database or a page could not show: programs send anything."""
    return "".join(sign if sign.isprintable() else NOT_SHOWN for sign in text)[:LONGEST_DETAIL]
