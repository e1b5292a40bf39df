"""Database work of async views."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import ParamSpec, TypeVar, cast

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
