"""The process that searches: it plays the turns of the levels, and then analyses games. A worker of
its own, for it alone loads numba; the kernels let its threads run at the same time. Run it as
``python -m``."""

import logging
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import django
from django.conf import settings

from sumendi_site.celery import app
from sumendi_site.searching import Reporter

QUEUES = "house,analysis"
"""While there are turns to play, nothing else is begun."""
THREADS = 2
OPTIONS = f"-Q {QUEUES} -n search@%h -P threads -c {THREADS} --without-gossip --without-mingle"
POLITENESS = 5
SURELY_COMPILED = 5.0
"""Seconds of processor time; to load what is compiled takes less than one."""
BEGUN_ANEW = "SUMENDI_SEARCH_BEGUN_ANEW"
PAUSE = 60
"""Seconds between two tries to compile, each of which takes a minute of a core."""

logger = logging.getLogger(__name__)


def main() -> None:
    os.environ["NUMBA_CACHE_DIR"] = settings.NUMBA_CACHE_DIR  # which numba reads by itself
    reporter = Reporter()
    try:
        with ThreadPoolExecutor(1) as thread:
            took = thread.submit(_warm).result()
    except Exception:
        logger.exception("The search cannot be compiled: the house players wait")
        time.sleep(PAUSE)
        sys.exit(1)
    if took > SURELY_COMPILED and BEGUN_ANEW not in os.environ:
        # The compiler has taken 200 MB, and gives them back only so.
        os.environ[BEGUN_ANEW] = "1"
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606  this program again
    reporter.ready()
    app.worker_main(["-q", "worker", *OPTIONS.split()])


def _warm() -> float:
    """Have the kernels before the first task is taken; the processor time that it took and will
    not take again. On the first start that is a while, for which this thread steps back behind
    everybody else."""
    os.nice(POLITENESS)  # of the thread alone, on Linux
    from games.search import cache
    from games.search.warm import warm

    warm()
    cache.leave_word()
    return time.thread_time() if cache.KEEPS else 0.0


if __name__ == "__main__":
    django.setup()  # before Celery does it, for what is reported and logged until then
    main()
