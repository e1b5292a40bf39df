"""Following the result events: whoever needs to know of finished games takes them one by one, in
the order of their numbers, each in a transaction with its own cursor."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, QuerySet

from games.models import EventCursor, ResultEvent
from sumendi_site.faults import passes_by_itself

TRIES = 5
"""After so many the database is taken to fail at the event itself."""

Act = Callable[[ResultEvent], None]

logger = logging.getLogger(__name__)


def leave_out(event: ResultEvent) -> None:
    """Nothing is made of an event at which `act` fails."""


def follow(
    kept: type[EventCursor],
    next_event: Callable[[int], ResultEvent | None],
    act: Act,
    limit: int,
    pass_over: Act = leave_out,
) -> int:
    """Deal with at most `limit` events, each of which `next_event` finds behind the last that was
    dealt with. Returns with how many: with none while another worker is at it, who looks for more
    after each one.

    A fault of ours never stops the events behind it, nor does a database that fails at one event
    time and again: `pass_over` deals with these. A database that is away is waited for: its error
    is raised, and the sweep tries again.
    """
    done = 0
    while done < limit and _follow_one(kept, next_event, act, pass_over):
        done += 1
    return done


def _follow_one(
    kept: type[EventCursor],
    next_event: Callable[[int], ResultEvent | None],
    act: Act,
    pass_over: Act,
) -> bool:
    """False when there is nothing to do, or when another worker does it. Looked for before anything
    is locked, for mostly there is nothing."""
    cursor, _ = kept._default_manager.get_or_create(pk=1)
    event = next_event(cursor.last)
    if event is None:
        return False
    here = kept._default_manager.filter(pk=1, last=cursor.last)
    try:
        return _take(here, event, act)
    except (OperationalError, InterfaceError) as error:
        if passes_by_itself(error) or _failed_tries(here) < TRIES:
            raise
        logger.exception("The database fails at result event %d (%s)", event.number, kept.__name__)
    except Exception:
        logger.exception("A fault at result event %d (%s)", event.number, kept.__name__)
    return _take(here, event, pass_over)


def _failed_tries(here: "QuerySet[EventCursor]") -> int:
    """How often the database has failed at the next event, this time included."""
    here.update(tries=F("tries") + 1)
    return here.values_list("tries", flat=True).first() or 0


@transaction.atomic
def _take(here: "QuerySet[EventCursor]", event: ResultEvent, act: Act) -> bool:
    if not here.select_for_update(skip_locked=True):
        return False
    act(event)
    here.update(last=event.number, tries=0)
    return True
