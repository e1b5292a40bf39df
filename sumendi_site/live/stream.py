"""Server-sent events: durable rows, told in order, to a page that says how far it has read."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.db import connections
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from sumendi_site.assets import version

from .hub import hub
from .models import LiveEvent
from .threads import in_thread

HEARTBEAT = 15.0
"""Seconds between two signs of life; proxies close connections that are silent for longer."""
WITHOUT_BROKER = 1.0
"""Seconds between two looks at the database while the broker does not answer."""
LIFETIME = 600.0
"""Seconds after which a stream ends: the browser asks again, and again has to show who it is."""
MOST_STREAMS = 1000
"""Open streams of one process; each takes a descriptor and a thread."""
RETRY_AFTER = 30
BATCH = 200
OVERLAP = timedelta(seconds=10)
"""Two transactions may commit in another order than that of their events' numbers, so what was
written this recently is looked at again."""


def position_of(request: HttpRequest) -> int | None:
    """The last event that the page has seen, by its own word; None when it does not say."""
    told = request.headers.get("Last-Event-ID") or request.GET.get("since") or ""
    return int(told) if told.isascii() and told.isdigit() and len(told) <= 18 else None


def latest(topics: Sequence[str]) -> int:
    """The number of the newest event of these topics, 0 when there is none."""
    newest = LiveEvent.objects.filter(topic__in=topics).order_by("-id").values_list("id", flat=True)
    return newest.first() or 0


async def follow(request: HttpRequest, topics: Sequence[str]) -> HttpResponseBase:
    """The answer of an async view that has checked that the reader may see `topics`. The database
    connection that the middleware used is closed: the stream stays open for minutes."""
    await sync_to_async(connections.close_all)()
    if hub().streams >= MOST_STREAMS:
        return HttpResponse(
            status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": str(RETRY_AFTER)}
        )
    return stream(topics, position_of(request))


def stream(topics: Sequence[str], since: int | None) -> StreamingHttpResponse:
    """A long ``text/event-stream`` answer with the events of `topics` after number `since`
    (from now on when None). None is lost; a few may be told again after a reconnect."""
    response = StreamingHttpResponse(
        _messages(topics, since), content_type="text/event-stream; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache, no-store"
    response["X-Accel-Buffering"] = "no"
    # A compressed stream would be held back until a block is full.
    response["Content-Encoding"] = "identity"
    return response


async def _messages(topics: Sequence[str], since: int | None) -> AsyncIterator[bytes]:
    newest = await in_thread(latest, topics)
    seen = newest if since is None else min(since, newest)
    told = await in_thread(_recent, topics) if since is None else set()
    yield _message("hello", {"version": version(), "last": newest}, seen)
    end = time.monotonic() + LIFETIME
    with hub().waiting(topics) as news:
        while time.monotonic() < end:
            news.clear()
            for event in await in_thread(_after, topics, seen, told):
                seen = max(seen, event.id)
                told.add(event.id)
                yield _message(event.kind, event.data, event.id)
            if not await _wait(news):
                yield b": still here\n\n"


async def _wait(news: asyncio.Event) -> bool:
    """Wait for news; False when there was none for a heartbeat's length."""
    try:
        async with asyncio.timeout(HEARTBEAT if hub().connected else WITHOUT_BROKER):
            return await news.wait()
    except TimeoutError:
        return False


def _after(topics: Sequence[str], seen: int, told: set[int]) -> list[LiveEvent]:
    recent = _recent(topics)
    told &= recent
    news = Q(id__gt=seen) | Q(id__in=recent - told)
    return list(LiveEvent.objects.filter(news, topic__in=topics).order_by("id")[:BATCH])


def _recent(topics: Sequence[str]) -> set[int]:
    """The numbers of the events that may have been overtaken by others."""
    recent = LiveEvent.objects.filter(topic__in=topics, created__gt=timezone.now() - OVERLAP)
    return set(recent.values_list("id", flat=True))


def _message(kind: str, data: object, number: int | None = None) -> bytes:
    head = "" if number is None else f"id: {number}\n"
    return f"{head}event: {kind}\ndata: {json.dumps(data)}\n\n".encode()
