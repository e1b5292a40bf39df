"""Run a command with `DATABASE_URL` and `REDIS_URL` of throwaway PostgreSQL and Redis servers:

python -m tests.stack make test TESTS='-m stack'
"""

import os
import signal
import subprocess
import sys

from tests.stack import parts, servers


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))
    with (
        servers.postgres_server(parts.program("initdb", package="postgresql")) as database,
        servers.valkey_server(parts.program("redis-server", package="redis-server")) as broker,
    ):
        environment = {**os.environ, "DATABASE_URL": database, "REDIS_URL": broker}
        # Set by what was imported here; tests choose their own.
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
