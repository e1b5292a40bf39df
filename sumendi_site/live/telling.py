"""What all streams have in common: they wake for news, give signs of life, and end."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from django.http import StreamingHttpResponse

from sumendi_site.refusals import Refusal

from .hub import hub
from .models import LiveEvent
from .places import place, refusal
from .reading import BATCH, Reading
from .threads import in_thread

BETWEEN_LOOKS = 15.0
"""Seconds after which a stream looks at the database without having been woken."""
WITHOUT_BROKER = 1.0
"""The same while the broker does not answer."""
LIFETIME = 600.0
"""Seconds after which a stream ends: the reader asks again, and again has to show who it is."""


@dataclass(frozen=True)
class Manner:
    """How a stream talks. `begin` says where it starts to read, and how it greets; `write` gives
    the text of an event, which is empty where it is not told here. Both are called on a thread and
    may use the database. `sign_of_life` is sent `every` so many seconds. The stream ends soon
    after `is_welcome` begins to say no. `refuse` is all that a reader is told who comes at the same
    moment as others and finds the last place taken."""

    begin: Callable[[], tuple[Reading, list[bytes]]]
    write: Callable[[LiveEvent], bytes]
    sign_of_life: bytes
    every: float
    is_welcome: Callable[[], bool] = lambda: True
    refuse: Callable[[Refusal], bytes] = lambda why: b""
    caller: str = ""


def answer(topics: Sequence[str], manner: Manner, media_type: str) -> StreamingHttpResponse:
    """A long answer with the events of `topics`. The server asks for the next text only when the
    reader has taken most of the last ones, so a slow one costs no memory."""
    response = StreamingHttpResponse(tell(topics, manner), content_type=media_type)
    response["Cache-Control"] = "no-cache, no-store"
    response["X-Accel-Buffering"] = "no"
    # A compressed stream would be held back until a block is full.
    response["Content-Encoding"] = "identity"
    return response


async def tell(topics: Sequence[str], manner: Manner) -> AsyncIterator[bytes]:
    """The texts of a stream. None is lost; a few may be told again after a reconnect."""
    if full := refusal(manner.caller):
        yield manner.refuse(full)
        return
    with place(manner.caller), hub().waiting(topics) as news:
        reading, greeting = await in_thread(manner.begin)
        for text in greeting:
            yield text
        look = now = time.monotonic()
        end, beat = now + LIFETIME, now + manner.every
        while now < end:
            if news.is_set() or now >= look:
                news.clear()
                look = now + _patience()
                texts = await hub().together.call(_look, reading, manner)
                if texts is None:
                    return
                if len(texts) == BATCH:
                    news.set()
                for text in filter(None, texts):
                    yield text
            if time.monotonic() >= beat:
                yield manner.sign_of_life
                beat = time.monotonic() + manner.every
            await _wait(news, min(look, beat) - time.monotonic())
            now = time.monotonic()


def _patience() -> float:
    return BETWEEN_LOOKS if hub().connected else WITHOUT_BROKER


def _look(reading: Reading, manner: Manner) -> list[bytes] | None:
    """The texts of the events that are new, or None for a reader who has to leave. That is asked
    last, so that nothing is told that came after `is_welcome` began to say no."""
    texts = [manner.write(event) for event in reading.next()]
    return texts if manner.is_welcome() else None


async def _wait(news: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return
