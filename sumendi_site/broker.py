"""Asking the broker for something that the site can do without."""

import logging
import time
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from django.conf import settings
from redis import Redis, RedisError

TIMEOUT = 0.5
GIVEN_UP = 5
"""Seconds for which a broker that did not answer is not asked again."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


def ask(act: Callable[["Redis"], T]) -> T | None:
    """What `act` makes of the broker's connection; None while the broker does not answer, which
    is logged."""
    url = settings.REDIS_URL
    if time.monotonic() < _given_up_until.get(url, 0):
        return None
    try:
        return act(_client(url))
    except (RedisError, OSError) as error:
        _given_up_until[url] = time.monotonic() + GIVEN_UP
        logger.warning("The broker does not answer: %s", error)
        return None


_given_up_until: dict[str, float] = {}


@cache
def _client(url: str) -> "Redis":
    return Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
