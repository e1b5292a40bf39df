"""How long an answer may take: each wait of it, and all of it."""

import io
import socket
import time
from http.client import HTTPResponse
from typing import Any


class Limit:
    """`wait` seconds for each wait, and `whole` seconds from `begin` to the end, however steadily
    the bytes drip."""

    def __init__(self, wait: float, whole: float) -> None:
        self.wait = wait
        self.whole = whole
        self.begin()

    def begin(self) -> None:
        self._end = time.monotonic() + self.whole

    def seconds(self) -> float:
        """For the next wait. Raises TimeoutError when the time is up."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the answer took too long as a whole")
        return min(self.wait, left)


def response_within(limit: Limit) -> type[HTTPResponse]:
    """The class of answers whose head and body are read within `limit`."""

    class Response(HTTPResponse):
        def __init__(self, sock: socket.socket, *arguments: Any, **options: Any) -> None:
            super().__init__(sock, *arguments, **options)
            self.fp = io.BufferedReader(_Reader(sock, self.fp.detach(), limit))

    return Response


class _Reader(io.RawIOBase):
    def __init__(self, sock: socket.socket, raw: Any, limit: Limit) -> None:
        self._sock = sock
        self._raw = raw
        self._limit = limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(self._limit.seconds())
        try:
            count: int | None = self._raw.readinto(buffer)
        finally:
            self._sock.settimeout(self._limit.wait)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()
