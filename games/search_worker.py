"""The process that searches: it plays the turns of the levels, and then analyses games. A worker of
its own, for it alone loads numba; the kernels let its threads run at the same time. Run it as
``python -m``."""

import logging
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from sumendi_site.celery import app

QUEUES = "house,analysis"
"""While there are turns to play, nothing else is begun."""
THREADS = 2
OPTIONS = f"-Q {QUEUES} -n search@%h -P threads -c {THREADS} --without-gossip --without-mingle"
POLITENESS = 10
PAUSE = 60
"""Seconds. The site goes on without a search, so its supervisor must not take that for a part that
is broken."""

logger = logging.getLogger(__name__)


def main() -> None:
    os.environ["NUMBA_CACHE_DIR"] = settings.NUMBA_CACHE_DIR  # which numba reads by itself
    try:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(_warm).result()
    except Exception:
        logger.exception("The search cannot be compiled: the house players wait")
        time.sleep(PAUSE)
        sys.exit(1)
    app.worker_main(["-q", "worker", *OPTIONS.split()])


def _warm() -> None:
    """Have the kernels before the first task is taken. On the first start that takes a while, for
    which this thread steps back behind everybody else."""
    os.nice(POLITENESS)  # of the thread alone, on Linux
    from games.search.warm import warm

    warm()


if __name__ == "__main__":
    main()
