"""One reader of the broker's channel a process, which wakes the streams of that process."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from .publish import CHANNEL
from .threads import Together

logger = logging.getLogger(__name__)


class Hub:
    """Wakes waiting streams when their topic has news. It carries no content: a stream that
    wakes reads the durable events, so a wake-up too many or too few does no harm."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._reader: asyncio.Task[None] | None = None
        self.connected = False
        self.together = Together()

    @contextlib.contextmanager
    def waiting(self, topics: Iterable[str]) -> Iterator[asyncio.Event]:
        """An event that is set whenever one of `topics` has news."""
        news = asyncio.Event()
        names = tuple(topics)
        for name in names:
            self._waiting[name].add(news)
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read())
        try:
            yield news
        finally:
            for name in names:
                self._forget(name, news)

    def _forget(self, name: str, news: asyncio.Event) -> None:
        self._waiting[name].discard(news)
        if not self._waiting[name]:
            del self._waiting[name]

    async def _read(self) -> None:
        while not _being_cancelled():
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                logger.warning("Live events come late, the broker does not answer: %s", error)
                await asyncio.sleep(1)
            finally:
                self._lose()

    def _lose(self) -> None:
        """Let the streams look by themselves, from the moment at which the broker is gone."""
        if self.connected:
            self.connected = False
            self._wake_all()

    async def _listen(self) -> None:
        client = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2)
        async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            self.connected = True
            self._wake_all()
            while not _being_cancelled():
                message = await channel.get_message(timeout=1)
                if message is not None:
                    self._wake(message["data"].decode())

    def _wake(self, topic: str) -> None:
        for news in self._waiting.get(topic, ()):
            news.set()

    def _wake_all(self) -> None:
        for topic in self._waiting:
            self._wake(topic)


def _being_cancelled() -> bool:
    """The client sometimes swallows a cancellation while it connects, so the reader asks."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for other in [known for known in _hubs if known.is_closed()]:
        del _hubs[other]
    return _hubs.setdefault(loop, Hub())
