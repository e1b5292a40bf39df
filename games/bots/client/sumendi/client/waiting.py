"""How long to wait before asking again."""

import logging
import random
import time
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from .errors import ClientError

logger = logging.getLogger(__name__)

FIRST = 0.5
LONGEST = 30.0
LONGEST_ASKED = 3600.0
"""Seconds that are waited at most at once, whatever the site asks for."""


class Backoff:
    """Waits that double, each drawn anew ("full jitter"), so that clients that lost the same site
    do not all come back at once."""

    def __init__(self, first: float = FIRST, longest: float = LONGEST) -> None:
        self.first = first
        self.longest = longest
        self._failures = 0

    def next(self, at_least: float | None = None) -> float:
        """Seconds to wait after one more failure. `at_least` is what the site asked for;
        more than `LONGEST_ASKED` is not heeded."""
        most = min(self.longest, self.first * 2**self._failures)
        self._failures = min(self._failures + 1, 20)
        drawn = random.uniform(most / 10, most)  # noqa: S311
        return drawn if at_least is None else min(at_least, LONGEST_ASKED) + min(drawn, 1.0)

    def reset(self) -> None:
        self._failures = 0


class Patience:
    """For how many seconds, counted from now, failures are followed by another attempt."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._backoff = Backoff()

    def wait(self, failure: ClientError) -> None:
        """Sleep until the next attempt, or raise `failure` when it would come too late."""
        pause = self._backoff.next(failure.retry_after)
        if time.monotonic() + pause > self._end:
            raise failure
        logger.info("%s Asking again in %.1f s.", failure, pause)
        time.sleep(pause)


def retry_after(header: str | None) -> float | None:
    """The seconds that a Retry-After header asks for (RFC 9110: a number or a date), or None."""
    if not header:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    ahead = time_until(text)
    return None if ahead is None else max(0.0, ahead.total_seconds())


def time_until(date: str | None) -> timedelta | None:
    """From now to an HTTP date; None for what is none, and for one beyond any calendar."""
    try:
        instant = parsedate_to_datetime(date or "")
        if instant.tzinfo is None:
            instant = instant.replace(tzinfo=UTC)
        return instant - datetime.now(UTC)
    except (ValueError, TypeError, OverflowError):
        return None
