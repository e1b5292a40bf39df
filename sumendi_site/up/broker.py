"""The embedded broker: a Valkey server on a unix socket, with an append-only file."""

import os
import stat
import time
from collections.abc import Sequence
from pathlib import Path

import redis
from redis.exceptions import RedisError

from sumendi_site import embedded
from sumendi_site.up.child import Child
from sumendi_site.up.errors import CannotStartError

PATIENCE = 30.0
"""Seconds until the broker must answer; it may have a long file to read."""


def broker(data: Path, keep_open: Sequence[int]) -> Child:
    socket, files = embedded.broker_socket(data), data / "valkey"
    make_private_folder(socket.parent)
    make_private_folder(files)
    try:
        server = embedded.valkey_server()
    except FileNotFoundError as error:
        raise CannotStartError(str(error)) from error
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "600",
        "dir": str(files),
        "save": "",
        "appendonly": "yes",
        "appendfsync": "everysec",
        "maxmemory": "128mb",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
        # On the console its advice on the kernel's settings would look like a fault of the site.
        "logfile": str(files / "log"),
    }
    command = [str(server)]
    for name, value in options.items():
        command += [f"--{name}", value]
    return Child("broker", command, keep_open=keep_open, last_words=f"in {files / 'log'}")


def make_private_folder(path: Path) -> None:
    """A folder only this user can look into; its place may be one where others write too."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise CannotStartError(f"The folder {path} belongs to somebody else.")
    path.chmod(0o700)


def wait_until_it_answers(child: Child, url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not child.has_ended():
        try:
            with redis.from_url(url) as client:
                client.ping()
        except (RedisError, OSError):
            time.sleep(0.05)
        else:
            return
    raise CannotStartError(f"The broker did not start. Its last words are {child.last_words}.")
