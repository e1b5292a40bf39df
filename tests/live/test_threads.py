"""Database work of many readers at once."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sumendi_site.live.threads import Together


def in_a_loop(test):
    """The outcome of an async function, on a thread of its own: see test_stream."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, test()).result(timeout=10)


def fail():
    raise LookupError("nothing there")


def test_calls_that_come_together_share_a_thread():
    async def ask():
        together = Together()
        return await asyncio.gather(*(together.call(threading.get_ident) for _ in range(40)))

    threads = in_a_loop(ask)
    assert (len(threads), len(set(threads))) == (40, 1)


def test_everybody_gets_their_own_answer_in_turn():
    async def ask():
        together = Together()
        return await asyncio.gather(*(together.call(pow, number, 2) for number in range(120)))

    assert in_a_loop(ask) == [number**2 for number in range(120)]


def test_a_call_that_fails_does_not_stop_the_others():
    async def ask():
        together = Together()
        calls = together.call(abs, -1), together.call(fail), together.call(abs, -2)
        return await asyncio.gather(*calls, return_exceptions=True)

    first, error, last = in_a_loop(ask)
    assert (first, last) == (1, 2)
    assert isinstance(error, LookupError)


def test_a_reader_who_has_gone_does_not_stop_the_others():
    async def ask():
        together = Together()
        gone = asyncio.create_task(together.call(abs, -1))
        stays = asyncio.create_task(together.call(abs, -2))
        await asyncio.sleep(0)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        return await stays

    assert in_a_loop(ask) == 2


def test_calls_are_served_again_after_a_pause():
    async def ask():
        together = Together()
        return [await together.call(abs, -1), await together.call(abs, -2)]

    assert in_a_loop(ask) == [1, 2]
