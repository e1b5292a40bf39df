"""The process that searches: it plays the turns of the levels, and then analyses games. A worker of
its own, for it alone loads numba; the kernels let its threads run at the same time. Run it as
``python -m``."""

import os
import subprocess
import sys

from django.conf import settings

from sumendi_site.celery import app

QUEUES = "house,analysis"
"""While there are turns to play, nothing else is begun."""
THREADS = 2
OPTIONS = f"-Q {QUEUES} -n search@%h -P threads -c {THREADS} --without-gossip --without-mingle"
WARM = "from games.search.warm import warm; warm()"
POLITENESS = 10


def main() -> None:
    warm()
    app.worker_main(["-q", "worker", *OPTIONS.split()])


def warm() -> None:
    """Have the kernels before the first task is taken. What has to be compiled is compiled in
    another process, which steps back behind the others and takes its memory with it."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": settings.NUMBA_CACHE_DIR}
    command = [sys.executable, "-c", WARM]
    subprocess.run(command, env=environment, check=True, preexec_fn=lambda: os.nice(POLITENESS))
    from games.search.warm import warm as load

    load()


if __name__ == "__main__":
    main()
