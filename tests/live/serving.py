"""The site in this process, served as it is served to everybody, and programs that follow it."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from sumendi_site.up import web

PATIENCE = 10
"""Seconds."""


@contextmanager
def serving(listener: socket.socket | None = None) -> Iterator[str]:
    """The address of the site on the test's database."""
    with listener or web.listen("127.0.0.1", 0) as listening:
        server = uvicorn.Server(web.configuration())
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


class Follower:
    """A program that follows a stream below /api/v1/."""

    def __init__(self, site: str, path: str, headers: dict[str, str] | None = None) -> None:
        self.http = HTTPConnection(urlsplit(site).netloc, timeout=PATIENCE)
        self.http.request("GET", f"/api/v1/{path}", headers=headers or {})
        self.answer: HTTPResponse = self.http.getresponse()

    def line(self) -> bytes:
        """The next line, also if it is empty; nothing at the end."""
        return self.answer.readline()

    def read(self, count: int) -> list[dict[str, Any]]:
        """The next lines that are not empty."""
        lines: list[dict[str, Any]] = []
        deadline = time.monotonic() + PATIENCE
        while len(lines) < count:
            assert time.monotonic() < deadline, f"nothing came after {lines}"
            line = self.line()
            assert line, f"the stream ended after {lines}"
            if line.strip():
                lines.append(json.loads(line))
        return lines

    def types(self, count: int) -> list[str]:
        return [line["type"] for line in self.read(count)]

    def has_ended(self) -> bool:
        """Read to the end, which must come before our patience is over."""
        deadline = time.monotonic() + PATIENCE
        while self.line():
            assert time.monotonic() < deadline, "the stream goes on"
        return True

    def close(self) -> None:
        self.http.close()
        self.answer.close()
