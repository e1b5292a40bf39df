"""Writing the director's log."""

from typing import Any

from sumendi_site.accounts.models import User
from tournaments.models import Act, LogEntry, Tournament

from .live import tell_pages


def note(
    tournament: Tournament,
    act: Act,
    by: User | None,
    round: int | None = None,  # noqa: A002  # as the column
    **data: Any,
) -> LogEntry:
    """Write an act into the log, `by` None for the site itself, and give the event its next
    version. `data` are names and numbers as they are now. The caller holds the event."""
    tournament.version += 1
    tournament.save(update_fields=["version"])
    tell_pages(tournament.pk)
    return LogEntry.objects.create(tournament=tournament, act=act, by=by, round=round, data=data)
