import asyncio
import functools
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

import pytest
from django.test import RequestFactory
from django.utils import timezone

from sumendi_site.assets import version
from sumendi_site.live import stream as streams
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import publish
from sumendi_site.live.reading import OVERLAP
from sumendi_site.live.stream import position_of, stream
from sumendi_site.live.threads import in_thread

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


@pytest.fixture(autouse=True)
def broker(settings, valkey):
    settings.REDIS_URL = valkey


def in_a_loop(test):
    """Run an async test on a thread of its own: a browser of an earlier test may keep an event
    loop in this one."""

    @functools.wraps(test)
    def run(**fixtures):
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, test(**fixtures)).result()

    return run


def told(message: bytes) -> dict[str, str]:
    """The fields of one server-sent event."""
    return dict(line.split(": ", 1) for line in message.decode().strip().splitlines())


async def read(topics, since, count, meanwhile=None):
    """The first `count` messages; `meanwhile` runs after the first."""
    messages = []
    async with asyncio.timeout(10), aclosing(aiter(stream(topics, since))) as reader:
        async for message in reader:
            messages.append(told(message))
            if len(messages) == 1 and meanwhile is not None:
                await asyncio.sleep(0.2)
                await in_thread(meanwhile)
            if len(messages) == count:
                return messages
    raise AssertionError("the stream ended")


async def the_event() -> LiveEvent:
    """The only event there is. `aget` would leave its connection open, on a thread of asgiref's."""
    return await in_thread(LiveEvent.objects.get)


@in_a_loop
async def test_a_stream_greets_with_the_version_and_the_newest_event():
    await in_thread(publish, "game:1", "move", {"ply": 1})
    newest = (await the_event()).pk
    (hello,) = await read(["game:1"], None, 1)
    assert hello["event"] == "hello"
    assert json.loads(hello["data"]) == {"version": version(), "last": newest}


@in_a_loop
async def test_what_happens_is_told_at_once():
    async def timed():
        loop = asyncio.get_running_loop()
        started = loop.time()
        messages = await read(["game:1"], None, 2, lambda: publish("game:1", "move", {"ply": 1}))
        return messages[1], loop.time() - started

    message, seconds = await timed()
    assert (message["event"], json.loads(message["data"])) == ("move", {"ply": 1})
    assert seconds < 1


@in_a_loop
async def test_what_happened_before_is_not_told_to_a_new_reader():
    await in_thread(publish, "game:1", "move", {"ply": 1})
    messages = await read(["game:1"], None, 2, lambda: publish("game:1", "move", {"ply": 2}))
    assert json.loads(messages[1]["data"]) == {"ply": 2}


@in_a_loop
async def test_a_reader_that_comes_back_is_told_what_it_missed():
    for ply in (1, 2, 3):
        await in_thread(publish, "game:1", "move", {"ply": ply})
    await in_thread(LiveEvent.objects.update, created=timezone.now() - 2 * OVERLAP)
    first = await in_thread(LiveEvent.objects.order_by("id").first)
    messages = await read(["game:1"], first.pk, 3)
    assert [json.loads(message["data"]) for message in messages[1:]] == [{"ply": 2}, {"ply": 3}]


@in_a_loop
async def test_an_event_whose_transaction_came_late_is_told_too():
    await in_thread(publish, "game:1", "end", {})
    newest = await the_event()

    def meanwhile():
        # Written earlier, with a lower number, but visible only now.
        LiveEvent.objects.create(pk=newest.pk - 1, topic="game:1", kind="move")
        publish("game:2", "move", {})

    messages = await read(["game:1", "game:2"], None, 3, meanwhile)
    assert {message["event"] for message in messages[1:]} == {"move"}
    assert int(messages[1]["id"]) == newest.pk - 1


@in_a_loop
async def test_events_of_other_topics_are_not_told():
    def meanwhile():
        publish("game:2", "move", {"ply": 1})
        publish("game:1", "end", {})

    messages = await read(["game:1"], None, 2, meanwhile)
    assert messages[1]["event"] == "end"


@in_a_loop
async def test_each_event_carries_its_number():
    messages = await read(["game:1"], None, 2, lambda: publish("game:1", "move", {}))
    assert int(messages[1]["id"]) == (await the_event()).pk


@in_a_loop
async def test_events_arrive_without_a_broker_too(settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    async with asyncio.timeout(10), aclosing(aiter(stream(["game:1"], None))) as reader:
        await anext(reader)
        await in_thread(publish, "game:1", "move", {})
        assert b"event: move" in await anext(reader)


@in_a_loop
async def test_a_silent_stream_gives_signs_of_life(monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)
    async with asyncio.timeout(10), aclosing(aiter(stream(["game:1"], None))) as reader:
        await anext(reader)
        assert (await anext(reader)).startswith(b":")


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "9" * 30, "٣", "1\x00"])
def test_a_position_that_is_no_number_counts_as_none(text):
    assert position_of(RequestFactory().get("/", {"since": text})) is None


def test_the_last_event_id_of_the_browser_counts_before_the_address():
    request = RequestFactory().get("/?since=3", headers={"last-event-id": "5"})
    assert position_of(request) == 5
