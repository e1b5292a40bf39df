"""Limits of how often somebody may do the same thing."""

import math
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet


def wait_for(
    rows: QuerySet[Any], most: int, window: timedelta, now: datetime, made: str = "created"
) -> int | None:
    """After how many seconds one more may be made where `most` rows may be `made` within the
    window; None for at once."""
    recent = rows.filter(**{f"{made}__gt": now - window}).order_by(f"-{made}")
    times: list[datetime] = list(recent.values_list(made, flat=True)[:most])
    if len(times) < most:
        return None
    return max(1, math.ceil((times[-1] + window - now).total_seconds()))


def in_words(seconds: int) -> str:
    """A time to wait, in the unit that people would use."""
    if seconds < 100:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    if seconds < 100 * 60:
        return f"{math.ceil(seconds / 60)} minutes"
    return f"{math.ceil(seconds / 3600)} hours"
