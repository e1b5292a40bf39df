"""What beat calls again and again, so that no event stalls: whatever is due is found here, also
what a lost task left behind."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.services.downtime import is_behind
from games.services.one_by_one import each
from tournaments.event_notices import tell_directors
from tournaments.models import State, Tournament

from . import deadlines
from .advancing import go_on, waiting
from .booking import book_missed
from .errors import TournamentError
from .locking import lock
from .no_shows import forfeit_no_shows
from .starting import start

BATCH = 100


def keep_rounds(now: datetime | None = None) -> None:
    """Start the events whose time has come, keep the deadlines of rounds, and let events go on.
    While time is owed to the clocks nothing is due."""
    moment = now or timezone.now()
    if is_behind(moment):
        return
    deadlines.give_back()
    start_due(moment)
    forfeit_no_shows(moment)
    deadlines.keep_deadlines(moment)
    deadlines.warn(moment)
    book_missed()
    each(list(waiting().values_list("pk", flat=True)), lambda pk: go_on(pk, moment))


def start_due(now: datetime) -> int:
    """Start the events whose beginning has come. One that cannot begin stays open, its organisers
    are told once, and it begins as soon as it can."""
    due = Tournament.objects.filter(state=State.REGISTRATION, starts__lte=now)
    return each(list(due.order_by("starts", "pk").values_list("pk", flat=True)[:BATCH]), _start)


def _start(tournament_id: int) -> bool:
    tournament = Tournament.objects.get(pk=tournament_id)
    try:
        start(None, tournament.slug)
    except TournamentError as refusal:
        _tell_refusal(tournament_id, refusal)
        return False
    return True


@transaction.atomic
def _tell_refusal(tournament_id: int, refusal: TournamentError) -> None:
    tournament = lock(tournament_id)
    if tournament.starts is not None and tournament.is_open:
        key = f"no_start:{tournament.pk}:{int(tournament.starts.timestamp())}"
        tell_directors(tournament, key, "no_start", why=refusal.message)
