"""Database work of async views."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

from asgiref.sync import sync_to_async
from django.db import connections

P = ParamSpec("P")
R = TypeVar("R")


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `function` on a thread of the shared pool and close its database connection again:
    a page that stays open must not hold one."""

    def call() -> R:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return await sync_to_async(call, thread_sensitive=False)()


async def each_in_thread(items: Iterator[R]) -> AsyncIterator[R]:
    """The same for an iterator that asks the database for its items."""
    end = object()
    while (item := await in_thread(next, items, end)) is not end:
        yield cast(R, item)


class Together:
    """Calls of many readers who wake at once: they share a thread and a database connection,
    which costs more to open than what they ask."""

    MOST = 50
    """Calls after which the first ones get their answers."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._server: asyncio.Task[None] | None = None

    async def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The same as `in_thread`, after those who came before."""
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((partial(function, *args, **kwargs), answer))
        if self._server is None or self._server.done():
            self._server = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        while self._waiting:
            served = self._waiting[: self.MOST]
            del self._waiting[: self.MOST]
            outcomes = await in_thread(_each, [call for call, _ in served])
            for (_, answer), (result, error) in zip(served, outcomes, strict=True):
                if answer.done():  # its reader has gone
                    continue
                if error is None:
                    answer.set_result(result)
                else:
                    answer.set_exception(error)


def _each(calls: Sequence[Callable[[], Any]]) -> list[tuple[Any, Exception | None]]:
    return [_outcome(call) for call in calls]


def _outcome(call: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """One that fails must not stop the others."""
    try:
        return call(), None
    except Exception as error:
        return None, error
