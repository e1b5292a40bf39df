"""Several at once, and workers that are killed."""

import os
import signal
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from sumendi_site.refusals import Refusal

PATIENCE = 60
"""Seconds after which a process that ought to be killed is ended."""


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


def die(*_: object, **__: object) -> None:
    """Like kill -9."""
    os.kill(os.getpid(), signal.SIGKILL)


def in_a_process_that_dies(act: Callable[[], object], by: signal.Signals = signal.SIGKILL) -> None:
    """Do this in another process, which has no connection of this one's to the database, and see
    that it comes to `die`, or ends `by` another signal."""
    connections.close_all()
    worker = os.fork()
    if worker == 0:
        try:
            _run_alone(act)
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    _, status = os.waitpid(worker, 0)
    assert os.waitstatus_to_exitcode(status) == -by


def _run_alone(act: Callable[[], object]) -> None:
    signal.alarm(PATIENCE)
    # Those made before a browser was started are hidden from the parent by its event loop, but not
    # from its fork; closing them here would close the parent's.
    for connection in connections.all(initialized_only=True):
        connection.connection = None
    act()
