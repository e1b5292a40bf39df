from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from sumendi_site.refusals import Refusal


def at_once(actions: Sequence[Callable[[], object]]) -> list[object]:
    """Start the actions together, each in a thread with transactions of its own: the answers, or
    what refused them in their place."""
    start = Barrier(len(actions))

    def run(action: Callable[[], object]) -> object:
        start.wait(10)
        try:
            return action()
        except Refusal as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))
