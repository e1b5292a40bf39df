"""The web server, on a socket that the supervisor opened and keeps open.

So a taken port shows before anything starts, and nobody is turned away while the server is
started again: the connection waits.
"""

import asyncio
import os
import resource
import socket
import sys

import uvicorn
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from sumendi_site.up.errors import CannotStartError

GRACE = 3
"""Seconds that open pages and event streams get when the server ends."""
PATIENCE = 60
"""Seconds for a reader to take what waits for them, a hundred kilobytes at most; whoever takes
longer, or is gone without a word, is cut off."""
BACKLOG = 65_536
"""Bytes that the system takes from us for a connection before it can send them."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one.

    Raises `CannotStartError` when the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return _impatient(socket.create_server((host, port), family=family, backlog=512))
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise CannotStartError(
            f"Port {port} of {host} cannot be used: {reason}. Choose another one with PORT."
        ) from error


def _impatient(listener: socket.socket) -> socket.socket:
    """Let the system, where it knows how, keep little for a connection, and end it when the other
    side acknowledges nothing."""
    for name, value in (("TCP_USER_TIMEOUT", PATIENCE * 1000), ("TCP_NOTSENT_LOWAT", BACKLOG)):
        if option := getattr(socket, name, None):
            listener.setsockopt(socket.IPPROTO_TCP, option, value)
    return listener


class CutsOffSlowReaders(H11Protocol):
    """Ends the connection of a reader who leaves the write buffer full for too long: a stream
    would else be kept for somebody who does not read it."""

    _cut: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cut = self._cut or self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._cut:
            self._cut.cancel()
            self._cut = None


def serve(listener: socket.socket) -> None:
    allow_all_descriptors()
    uvicorn.Server(configuration()).run(sockets=[listener])


def configuration() -> uvicorn.Config:
    return uvicorn.Config(
        "sumendi_site.asgi:application",
        http=CutsOffSlowReaders,
        lifespan="off",
        # Django decides by BEHIND_PROXY whom to believe.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
    )


def allow_all_descriptors() -> None:
    """Each open page holds a descriptor, and many systems start a process with few."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main(arguments: list[str]) -> None:
    """Serve on the socket with the given number, or else on a new one at HOST and PORT."""
    if arguments:
        serve(socket.socket(fileno=int(arguments[0])))
        return
    try:
        serve(listen(settings.HOST, settings.PORT))
    except CannotStartError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sumendi_site.settings")
    main(sys.argv[1:])
