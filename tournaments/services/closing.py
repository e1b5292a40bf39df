"""The end of a round, and when the next one may be paired."""

from datetime import datetime, timedelta

from django.db.models import Max, Q
from django.utils import timezone

from tournaments.models import Act, Decision, Round, RoundState, Tournament

from .log import note

LONGEST_APPEAL = timedelta(hours=24)
ROUNDS_PART = 10
"""The time for an appeal is at most so small a part of a round's time."""
ANSWERS = 3
"""An appeal is waited for so many times as long as one can be made."""


def close_if_over(tournament: Tournament, round_: Round) -> bool:
    """Close the published round when each of its boards has a result. The caller holds the event;
    True when this call closed it."""
    if round_.state != RoundState.PUBLISHED or round_.pairings.filter(white_code="").exists():
        return False
    round_.state = RoundState.CLOSED
    round_.closed = timezone.now()
    round_.save(update_fields=["state", "closed"])
    note(tournament, Act.CLOSED, None, round=round_.number)
    return True


def appeal_time(tournament: Tournament) -> timedelta:
    """How long after a decision an event that goes on by itself waits for an appeal."""
    return min(LONGEST_APPEAL, timedelta(hours=tournament.round_hours) / ROUNDS_PART)


def waits_until(tournament: Tournament, round_: Round) -> datetime | None:
    """Until when a closed round holds up an event that goes on by itself: whoever lost by a
    decision can appeal, and the organisers can answer. None where nothing was decided."""
    span = appeal_time(tournament)
    newest = Decision.objects.filter(pairing__round=round_).aggregate(
        decided=Max("created"),
        appealed=Max("appeals__created", filter=Q(appeals__answered=None)),
    )
    ends = [newest["decided"] + span] if newest["decided"] else []
    ends += [newest["appealed"] + ANSWERS * span] if newest["appealed"] else []
    return max(ends, default=None)
