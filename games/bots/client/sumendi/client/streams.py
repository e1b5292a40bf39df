"""Streams: one JSON object a line, over a connection that stays open."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from typing import Any

from .errors import ApiError
from .limits import Limit
from .operations import Operation
from .payloads import Event
from .session import TROUBLE, Query, Session
from .waiting import Backoff

logger = logging.getLogger(__name__)

SILENCE = 20.0
"""Seconds without a line after which a connection is dead: the site sends one every 7 s."""
STEADY = 5.0
"""Seconds after which a connection that ends was a good one, and the next is opened soon."""
LONGEST_LINE = 4 * 1024 * 1024
HIGHEST = 2**63


class BrokenLineError(HTTPException):
    """A line that is not a whole JSON object."""


class Streams:
    """Endless generators, which the caller leaves with `break`. They reconnect by themselves, each
    time going on after the last event that was read, and raise ApiError only when the site refuses
    for good. Nothing is left out; after a reconnect some events may come again."""

    def __init__(self, session: Session, *, silence: float = SILENCE) -> None:
        self._session = session
        self._silence = silence

    def events(self, since: int | None = None) -> Iterator[Event]:
        """What concerns this account: `challenge`, `gameStart`, `yourTurn`, `gameEnd`, ...

        Each connection begins with `hello`: look with `games.list(my_turn=True)` what waits.
        `reset` says that events may be missing, because `since` is too old.
        """
        return self._follow(Operation.STREAM, since, {})

    def game(self, game_id: int, since: int | None = None) -> Iterator[Event]:
        """One game: after `hello` comes `game` with all of it, then what happens."""
        return self._follow(Operation.GAME_STREAM, since, {"id": game_id})

    def _follow(
        self, operation: Operation, since: int | None, where: dict[str, Any]
    ) -> Iterator[Event]:
        backoff = Backoff()
        seen = _Seen(self._session, since)
        while True:
            wait, began = None, time.monotonic()
            try:
                yield from self._connected(operation, seen, where)
            except TROUBLE as error:
                logger.info("The stream broke off. %s", self._session.unreachable(error))
            except ApiError as error:
                if error.status < 500 and error.status != 429:
                    raise
                logger.info("The stream was refused: %s", error)
                wait = error.retry_after
            if time.monotonic() - began > STEADY:
                backoff.reset()
            time.sleep(backoff.next(wait))

    def _connected(
        self, operation: Operation, seen: "_Seen", where: dict[str, Any]
    ) -> Iterator[Event]:
        query = {"since": seen.last}
        limit = Limit(self._silence, self._silence)
        with opened(self._session, operation, query, where, limit) as response:
            limit.begin()
            while (line := _next_line(response)) is not None:
                event = seen.read(line) if line.strip() else None
                if event is not None:
                    yield event
                limit.begin()


class _Seen:
    """How far a stream has been read."""

    def __init__(self, session: Session, last: int | None) -> None:
        self._session = session
        self.last = last
        self._newest = last
        self._stumbled: tuple[int | None] | None = None

    def read(self, line: bytes) -> Event | None:
        """The event in a line. A broken one is asked for again, once: then it is left out."""
        try:
            event: Event = _object(self._session, line)
        except BrokenLineError:
            if self._stumbled == (self.last,):
                logger.warning("A line of the stream is broken again and is left out.")
                return None
            self._stumbled = (self.last,)
            raise
        self._note(event)
        return event

    def _note(self, event: Event) -> None:
        number = _number(event.get("id"))
        if event.get("type") == "hello":
            # What follows may still be older than the newest event that it names.
            self._newest = _number(event.get("since"))
            if self.last is None:
                self.last = self._newest
        elif event.get("type") == "reset":
            self.last = self._newest
        elif number is not None:
            self.last = max(number, self.last or 0)


def _number(value: Any) -> int | None:
    """The number of an event, or None for what cannot be one."""
    return value if type(value) is int and 0 <= value < HIGHEST else None


def lines(session: Session, operation: Operation, query: Query) -> Iterator[Any]:
    """The objects of an answer that ends. Raises Unreachable when it breaks off."""
    limit = Limit(session.timeout, session.whole)
    try:
        with opened(session, operation, query, {}, limit) as response:
            while (line := _next_line(response)) is not None:
                if line.strip():
                    yield _object(session, line)
                    limit.begin()
    except TROUBLE as error:
        raise session.unreachable(error) from error


@contextmanager
def opened(
    session: Session, operation: Operation, query: Query, where: dict[str, Any], limit: Limit
) -> Iterator[HTTPResponse]:
    """The open answer on a connection of its own. Raises ApiError when the site refuses."""
    request = session.request(operation, None, query, where)
    headers = {**request.headers, "Accept": "application/x-ndjson, application/problem+json"}
    connection = session.address.connect(limit)
    try:
        connection.request(operation.method, request.target, headers=headers)
        response = connection.getresponse()
        if response.status >= 300:
            text = response.read(LONGEST_LINE).decode(errors="replace")
            raise session.refusal(response.status, response.headers, text)
        with response:
            yield response
    finally:
        connection.close()


def _next_line(response: HTTPResponse) -> bytes | None:
    """The next whole line, or None at the end."""
    try:
        line = response.readline(LONGEST_LINE)
    except ValueError as error:
        raise BrokenLineError("the connection is cut into odd pieces") from error
    if line and not line.endswith(b"\n"):
        raise BrokenLineError("the connection ended within a line")
    return line or None


def _object(session: Session, line: bytes) -> Any:
    try:
        found = session.value_of(line)
    except ValueError as error:
        raise BrokenLineError("a line is not JSON") from error
    if not isinstance(found, dict):
        raise BrokenLineError("a line is not a JSON object")
    return found
