"""Throwaway PostgreSQL and Valkey or Redis servers on unix sockets in short temporary folders."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import redis

from tests.stack.process import child

PATIENCE = 30.0


@contextmanager
def valkey_server(program: Path) -> Iterator[str]:
    """A server that keeps nothing; yields its ``unix://`` address."""
    with tempfile.TemporaryDirectory(prefix="vk-", dir="/tmp") as folder:
        socket = Path(folder) / "s"
        serve = [program, "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"]
        with child(serve, cwd=folder, stdout=subprocess.DEVNULL) as process:
            url = f"unix://{socket}?db=0"
            wait_for(lambda: redis.from_url(url).ping(), redis.RedisError, process)
            yield url


@contextmanager
def postgres_server(initdb: Path) -> Iterator[str]:
    """A fresh cluster with the one database ``postgres``; yields its ``postgres://`` address.

    PostgreSQL refuses to run as root; root runs it as the user ``postgres``.
    """
    binaries = initdb.resolve().parent
    as_user: list[str] = []
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
    try:
        make = [binaries / "initdb", "-D", folder / "data", "-U", "sumendi", "-A", "trust"]
        make += ["-E", "UTF8", "--no-sync", "--locale=C.UTF-8"]
        subprocess.run([*as_user, *make], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        serve = [binaries / "postgres", "-D", folder / "data", "-k", folder, "-h", ""]
        for option in ("fsync=off", "synchronous_commit=off", "full_page_writes=off"):
            serve += ["-c", option]
        fast = signal.SIGINT
        with child([*as_user, *serve], fast, cwd=folder, stderr=subprocess.DEVNULL) as process:
            url = f"postgres://sumendi@{quote(str(folder), safe='')}/postgres"
            wait_for(lambda: psycopg.connect(url).close(), psycopg.Error, process)
            yield url
    finally:
        shutil.rmtree(folder)


def wait_for(
    attempt: Callable[[], object], failure: type[Exception], process: subprocess.Popen[bytes]
) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            attempt()
        except failure:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
