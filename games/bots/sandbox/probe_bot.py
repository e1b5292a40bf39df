"""Runs inside of a sandbox that is to be probed, and tells what it could do, as JSON.

Stands alone. What it is to try comes in on stdin, as `Temptations`.
"""

import ctypes
import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

NEW_USER_NAMESPACE = 0x1000_0000


class Temptations(TypedDict):
    """A file of the server, a port that listens on loopback, a process of the server, bytes of
    memory over the limit, and all that the environment may hold."""

    file: str
    port: int
    process: int
    too_much: int
    variables: list[str]


def main() -> None:
    told: Temptations = json.loads(sys.stdin.readline())
    attempts: dict[str, Callable[[], object]] = {
        "read a file of the server": lambda: Path(told["file"]).read_bytes(),
        "write beside a file of the server": lambda: Path(told["file"] + "-2").write_bytes(b"!"),
        "connect to a port of the server": lambda: connect(told["port"]),
        "start a process": start_process,
        "send a signal to a process of the server": lambda: os.kill(told["process"], 0),
        "change the limits of a process of the server": lambda: change_limits(told["process"]),
        "make a namespace": make_namespace,
        "use more memory than it may": lambda: bytearray(told["too_much"]),
        "see the environment of the server": lambda: see_more_than(told["variables"]),
        "be root": be_root,
    }
    could = [name for name, attempt in attempts.items() if works(attempt)]
    sys.stdout.write(json.dumps({"could": could}) + "\n")


def works(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError):
        return False
    return True


def connect(port: int) -> None:
    socket.create_connection(("127.0.0.1", port), timeout=0.5).close()


def start_process() -> None:
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        os._exit(0)


def change_limits(process: int) -> None:
    import resource

    core = resource.prlimit(process, resource.RLIMIT_CORE)
    resource.prlimit(process, resource.RLIMIT_CORE, core)


def make_namespace() -> None:
    if ctypes.CDLL(None).unshare(NEW_USER_NAMESPACE):
        raise OSError


def see_more_than(variables: list[str]) -> None:
    if not set(os.environ) - set(variables):
        raise OSError


def be_root() -> None:
    if os.getuid() != 0:
        raise OSError


if __name__ == "__main__":
    main()
