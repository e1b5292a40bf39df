"""A stream for programs: a line of JSON for whatever happens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import connections
from django.http import StreamingHttpResponse
from rest_framework.renderers import JSONRenderer

from sumendi_site.refusals import Refusal

from .models import LiveEvent
from .places import refusal
from .reading import Reading, kept, reading_from
from .telling import Manner, answer

EVERY = 7.0
"""Seconds between two empty lines, also while there is news: silence means a broken connection."""
MEDIA_TYPE = "application/x-ndjson"

Line = dict[str, Any]


@dataclass(frozen=True)
class Feed:
    """What a program follows: the events of `topics`, each as `write` has it, None where it is not
    told here; before them the `opening`. These and `is_welcome`, which is asked now and then, are
    called on a thread and may use the database. Streams are counted by their `caller`."""

    topics: Sequence[str]
    caller: str
    is_welcome: Callable[[], bool]
    write: Callable[[LiveEvent], Line | None]
    opening: Callable[[], list[Line]] = list


def lines(feed: Feed, since: int | None) -> StreamingHttpResponse:
    """The answer of a view: the events after number `since`, or from now on. Its database
    connection is closed: the stream stays open for minutes. Raises TooManyStreams, NoPlaceLeft."""
    if full := refusal(feed.caller):
        raise full
    connections.close_all()
    manner = Manner(
        begin=partial(_begin, feed, since),
        write=partial(_write, feed),
        sign_of_life=b"\n",
        every=EVERY,
        is_welcome=feed.is_welcome,
        refuse=_refused,
        caller=feed.caller,
    )
    return answer(feed.topics, manner, MEDIA_TYPE)


def _begin(feed: Feed, since: int | None) -> tuple[Reading, list[bytes]]:
    """`hello` says after which number the stream goes on; `reset` that events between that and
    `since` may have been forgotten, or that there has never been such an event."""
    oldest, newest = kept()
    is_whole = since is None or oldest - 1 <= since <= newest
    reading = reading_from(feed.topics, since if is_whole else None, newest)
    hello: Line = {"type": "hello", "since": reading.seen}
    reset: list[Line] = [] if is_whole else [{"type": "reset"}]
    return reading, [_text(line) for line in (hello, *reset, *feed.opening())]


def _refused(why: Refusal) -> bytes:
    return _text({"type": "refused", "code": why.code, "detail": why.message})


def _write(feed: Feed, event: LiveEvent) -> bytes:
    line = feed.write(event)
    if line is None:
        return b""
    return _text({"type": line["type"], "id": event.pk, "created": event.created, **line})


def _text(line: Line) -> bytes:
    return bytes(JSONRenderer().render(line)) + b"\n"
