"""What becomes of a version when it was checked."""

from django.db import transaction
from django.utils import timezone

from games.models import BotVersion, Bout, Termination, VersionState

from .bouts import AGAINST_ITSELF
from .hosted import go_on_playing

UNCHECKED = (VersionState.QUEUED, VersionState.CHECKING)


def check_ended(version: BotVersion) -> None:
    """Let a version go live whose bouts have all ended as they should, and refuse another. Does
    nothing when that was done before."""
    if _settle(version.pk):
        go_on_playing(version.bot.account)


@transaction.atomic
def _settle(version_id: int) -> bool:
    version = BotVersion.objects.select_for_update(no_key=True).get(pk=version_id)
    if version.state not in UNCHECKED:
        return False
    now = timezone.now()
    spoiled = version.check_bouts.exclude(termination=Termination.SCORE).order_by("number").first()
    version.checked = now
    if spoiled is not None:
        version.state = VersionState.REFUSED
        version.refusal = _refusal(spoiled)
    else:
        live = BotVersion.objects.filter(bot=version.bot_id, state=VersionState.READY)
        live.update(state=VersionState.RETIRED)
        version.state, version.went_live = VersionState.READY, now
    version.save()
    return version.is_live


def _refusal(bout: Bout) -> str:
    opponent = "itself" if bout.number == AGAINST_ITSELF else "the random player"
    return f"In its game against {opponent}: {bout.detail}"[:300]
