"""How long to wait before asking again."""

import logging
import random
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from .errors import ApiError, ClientError

logger = logging.getLogger(__name__)

FIRST = 0.5
LONGEST = 30.0


class Backoff:
    """Waits that double, each drawn anew ("full jitter"), so that clients that lost the same site
    do not all come back at once."""

    def __init__(self, first: float = FIRST, longest: float = LONGEST) -> None:
        self.first = first
        self.longest = longest
        self._failures = 0

    def next(self, at_least: float | None = None) -> float:
        """Seconds to wait after one more failure. `at_least` is what the site asked for."""
        most = min(self.longest, self.first * 2**self._failures)
        self._failures = min(self._failures + 1, 20)
        drawn = random.uniform(most / 10, most)  # noqa: S311
        return drawn if at_least is None else at_least + min(drawn, 1.0)

    def reset(self) -> None:
        self._failures = 0


class Patience:
    """For how many seconds, counted from now, failures are followed by another attempt."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._backoff = Backoff()

    def wait(self, failure: ClientError) -> None:
        """Sleep until the next attempt, or raise `failure` when it would come too late."""
        asked = failure.retry_after if isinstance(failure, ApiError) else None
        pause = self._backoff.next(asked)
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
    try:
        instant = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (instant.astimezone(UTC) - datetime.now(UTC)).total_seconds())
