"""Server-sent events: durable rows, told in order, to a page that says how far it has read."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence

from django.http import HttpRequest, StreamingHttpResponse

from sumendi_site.assets import version

from .hub import hub
from .models import LiveEvent
from .threads import in_thread

HEARTBEAT = 15.0
"""Seconds between two signs of life; proxies close connections that are silent for longer."""
WITHOUT_BROKER = 1.0
"""Seconds between two looks at the database while the broker does not answer."""
BATCH = 200


def position_of(request: HttpRequest) -> int | None:
    """The last event that the page has seen, by its own word; None when it does not say."""
    told = request.headers.get("Last-Event-ID") or request.GET.get("since") or ""
    return int(told) if told.isascii() and told.isdigit() and len(told) <= 18 else None


def latest(topics: Sequence[str]) -> int:
    """The number of the newest event of these topics, 0 when there is none."""
    newest = LiveEvent.objects.filter(topic__in=topics).order_by("-id").values_list("id", flat=True)
    return newest.first() or 0


def stream(topics: Sequence[str], since: int | None) -> StreamingHttpResponse:
    """An endless ``text/event-stream`` answer with the events of `topics` after number `since`
    (from now on when None). To be returned by an async view that has already checked that the
    reader may see the topics."""
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
    yield _message("hello", {"version": version(), "last": newest}, seen)
    with hub().waiting(topics) as news:
        while True:
            news.clear()
            for event in await in_thread(_after, topics, seen):
                seen = event.id
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


def _after(topics: Sequence[str], seen: int) -> list[LiveEvent]:
    return list(LiveEvent.objects.filter(topic__in=topics, id__gt=seen).order_by("id")[:BATCH])


def _message(kind: str, data: object, number: int | None = None) -> bytes:
    head = "" if number is None else f"id: {number}\n"
    return f"{head}event: {kind}\ndata: {json.dumps(data)}\n\n".encode()
