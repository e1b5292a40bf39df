"""The web server, on a socket that the supervisor opened and keeps open.

So a taken port shows before anything starts, and nobody is turned away while the server is
started again: the connection waits.
"""

import socket
import sys

import uvicorn

from sumendi_site.up.errors import CannotStartError

GRACE = 3
"""Seconds that open pages and event streams get when the server ends."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one.

    Raises `CannotStartError` when the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise CannotStartError(
            f"Port {port} of {host} cannot be used: {reason}. Choose another one with PORT."
        ) from error


def serve(descriptor: int) -> None:
    config = uvicorn.Config(
        "sumendi_site.asgi:application",
        lifespan="off",
        # Django decides by BEHIND_PROXY whom to believe.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
