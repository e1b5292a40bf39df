"""Whether the process that searches is ready: it says so itself, every few seconds."""

import enum
import logging
import threading

from django.core.cache import cache
from django.db import Error, close_old_connections

KEY = "sumendi:search"
EVERY = 20
LIFETIME = 60
"""Seconds between two signs of life, and until the last one is forgotten."""

logger = logging.getLogger(__name__)


class Search(enum.StrEnum):
    READY = "ok"
    WARMING = "warming up"
    SILENT = "No search worker has reported for a minute."
    UNKNOWN = "unknown"

    @classmethod
    def _missing_(cls, value: object) -> "Search":
        """A worker of another version may report in words of its own."""
        return cls.UNKNOWN


def report(state: Search) -> None:
    cache.set(KEY, state.value, LIFETIME)


def search_now() -> Search:
    """As the newest report has it."""
    return Search(cache.get(KEY, Search.SILENT))


class Reporter:
    """Reports `state` from a thread of its own, until the process ends."""

    def __init__(self) -> None:
        self._changed = threading.Event()
        self._state = Search.WARMING
        threading.Thread(target=self._go_on, daemon=True, name="search reporter").start()

    def ready(self) -> None:
        self._state = Search.READY
        self._changed.set()

    def _go_on(self) -> None:
        while True:
            self._changed.clear()
            try:
                report(self._state)
            except Error:
                logger.warning("The state of the search could not be reported", exc_info=True)
            close_old_connections()
            self._changed.wait(EVERY)
