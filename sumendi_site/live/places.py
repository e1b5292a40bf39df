"""How many streams a process holds open, in all and for each caller."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from sumendi_site.refusals import Refusal

MOST_STREAMS = 1000
"""Open streams of one process; each takes a descriptor and a thread."""
MOST_OF_A_CALLER = 20
"""Of those that programs follow: a page holds few, and closes them when it is not seen."""


class TooManyStreams(Refusal):
    code = "too_many_streams"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = f"You follow {MOST_OF_A_CALLER} streams already. Close one before you open another."
    retry_after = 30


class NoPlaceLeft(Refusal):
    code = "no_place_left"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = "So many streams are open that there is no place for another. Try again soon."
    retry_after = 30


_taken: Counter[str] = Counter()


def taken() -> int:
    """How many streams of this process are open."""
    return _taken.total()


def refusal(caller: str = "") -> Refusal | None:
    """Why there is no place for another stream of `caller`, who has a limit of their own only if
    they have a name; None while there is one."""
    if taken() >= MOST_STREAMS:
        return NoPlaceLeft()
    if caller and _taken[caller] >= MOST_OF_A_CALLER:
        return TooManyStreams()
    return None


@contextmanager
def place(caller: str = "") -> Iterator[None]:
    """Be counted as a stream of `caller`."""
    _taken[caller] += 1
    try:
        yield
    finally:
        _taken[caller] -= 1
        if not _taken[caller]:
            del _taken[caller]
