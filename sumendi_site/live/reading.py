"""Reading the events of some topics: in the order of their numbers, and none is lost."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from .models import LiveEvent

BATCH = 200
OVERLAP = timedelta(seconds=10)
"""Two transactions may commit in another order than that of their events' numbers, so what was
written this recently is looked at again."""


@dataclass
class Reading:
    """How far the events of `topics` have been read: `seen` is the highest number, `told` has the
    recent ones. Where `told` is not known, some may be read again."""

    topics: Sequence[str]
    seen: int
    told: set[int] = field(default_factory=set)

    def next(self) -> list[LiveEvent]:
        """The events that were not read yet, at most `BATCH`."""
        recent = _recent(self.topics)
        self.told &= recent
        news = Q(id__gt=self.seen) | Q(id__in=recent - self.told)
        events = LiveEvent.objects.filter(news, topic__in=self.topics).order_by("id")[:BATCH]
        found = list(events)
        for event in found:
            self.told.add(event.id)
            self.seen = max(self.seen, event.id)
        return found


def reading_from(topics: Sequence[str], since: int | None, newest: int) -> Reading:
    """What comes after number `since`, or from now on when None. `newest` is a number up to which
    the events can be seen already."""
    if since is None:
        return Reading(topics, newest, _recent(topics))
    return Reading(topics, min(since, newest))


def latest(topics: Sequence[str]) -> int:
    """The number of the newest event of these topics, 0 when there is none."""
    newest = LiveEvent.objects.filter(topic__in=topics).order_by("-id")
    return newest.values_list("id", flat=True).first() or 0


def kept() -> tuple[int, int]:
    """The numbers of the oldest and of the newest event that there is. Older ones have been
    forgotten; where none is left the oldest is the one that will come next."""
    numbers = LiveEvent.objects.values_list("id", flat=True)
    newest = numbers.order_by("-id").first() or 0
    return numbers.order_by("id").first() or newest + 1, newest


def _recent(topics: Sequence[str]) -> set[int]:
    """The numbers of the events that may have been overtaken by others."""
    recent = LiveEvent.objects.filter(topic__in=topics, created__gt=timezone.now() - OVERLAP)
    return set(recent.values_list("id", flat=True))
