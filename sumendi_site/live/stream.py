"""Server-sent events: what happens, told to a page that says how far it has read."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from sumendi_site.assets import version

from .places import refusal
from .reading import Reading, latest, reading_from
from .telling import Manner, answer

HEARTBEAT = 15.0
"""Seconds between two signs of life; proxies close connections that are silent for longer."""


def position_of(request: HttpRequest) -> int | None:
    """The last event that the page has seen, by its own word; None when it does not say."""
    told = request.headers.get("Last-Event-ID") or request.GET.get("since") or ""
    return int(told) if told.isascii() and told.isdigit() and len(told) <= 18 else None


async def follow(
    request: HttpRequest, topics: Sequence[str], is_welcome: Callable[[], bool] = lambda: True
) -> HttpResponseBase:
    """The answer of an async view that has checked that the reader may see `topics`, and of whom
    `is_welcome` says whether that is still so: asked now and then, on a thread. The database
    connection that the middleware used is closed: the stream stays open for minutes. A server that
    is not asynchronous would hold all of it back until it ends, and has none."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    await sync_to_async(connections.close_all)()
    if full := refusal():
        return HttpResponse(status=full.status, headers={"Retry-After": str(full.retry_after)})
    return stream(topics, position_of(request), is_welcome)


def stream(
    topics: Sequence[str], since: int | None, is_welcome: Callable[[], bool] = lambda: True
) -> StreamingHttpResponse:
    """A ``text/event-stream`` with the events of `topics` after number `since` (from now on when
    None), until the reader is not welcome any more."""
    manner = Manner(
        begin=partial(_begin, topics, since),
        write=lambda event: _message(event.kind, event.data, event.id),
        sign_of_life=b": still here\n\n",
        every=HEARTBEAT,
        is_welcome=is_welcome,
    )
    return answer(topics, manner, "text/event-stream; charset=utf-8")


def _begin(topics: Sequence[str], since: int | None) -> tuple[Reading, list[bytes]]:
    newest = latest(topics)
    reading = reading_from(topics, since, newest)
    return reading, [_message("hello", {"version": version(), "last": newest}, reading.seen)]


def _message(kind: str, data: object, number: int) -> bytes:
    return f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n".encode()
