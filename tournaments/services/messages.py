"""What organisers write to all who play."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.services.talk import require_not_muted
from sumendi_site.accounts.invisible import strip_invisible
from sumendi_site.accounts.models import User
from tournaments.event_notices import tell_all
from tournaments.models import Act, LogEntry, State

from .errors import BadMessage, TooManyMessages, WrongState
from .locking import lock_for
from .log import note

LONGEST = 1000
MOST_A_DAY = 10


@transaction.atomic
def write_to_all(director: User, slug: str, text: str) -> LogEntry:
    """Send a text to everybody who has not withdrawn; the log shows it. The same text again within
    a day is not sent again."""
    tournament = lock_for(director, slug)
    require_not_muted(director)
    if tournament.imported:
        raise WrongState("The players of this tournament are mere names.")
    if tournament.state == State.DRAFT:
        raise WrongState("Nobody else sees this tournament yet: open its registration first.")
    text = strip_invisible(text)
    if not text or len(text) > LONGEST:
        raise BadMessage(f"A message has between 1 and {LONGEST} characters.")
    today = tournament.log.filter(act=Act.MESSAGE, created__gt=timezone.now() - timedelta(days=1))
    sent = today.filter(data__text=text).first()
    if sent:
        return sent
    if today.count() >= MOST_A_DAY:
        raise TooManyMessages(f"You can write to all {MOST_A_DAY} times a day.")
    entry = note(tournament, Act.MESSAGE, director, text=text)
    tell_all(tournament, director, text, str(entry.pk))
    return entry
