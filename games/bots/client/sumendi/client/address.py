"""Where the site is, and who is asking. The only place that knows the token."""

import ssl
import sys
from http.client import HTTPConnection, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from .. import __version__
from .limits import Limit, response_within

HIDDEN = "***"
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class Address:
    """A site by its URL, and the token that is shown to it; `str` and `repr` never show that.

    Raises ValueError for what is no http(s) URL, or no token. Redirects are not followed: the token
    goes to this host alone. The proxy settings of the environment are not looked at.
    """

    def __init__(self, url: str, token: str | None = None) -> None:
        parts = urlsplit(url)
        odd = url.split() != [url] or not url.isascii()
        if odd or parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("The site's URL must look like http://localhost:8000.")
        if parts.username or parts.password:
            raise ValueError("The site's URL must not hold a name or password.")
        if parts.port == 0:  # reading it refuses what is no port
            raise ValueError("The site's URL has no usable port.")
        if token is not None and not (token.isascii() and token.isprintable() and token.strip()):
            raise ValueError("The token holds characters that no token has.")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self.prefix = parts.path.rstrip("/")
        self._parts = parts
        self._token = token.strip() if token else None

    def __repr__(self) -> str:
        return f"Address({self.url!r}{f', {HIDDEN}' if self._token else ''})"

    __str__ = __repr__

    @property
    def tells_everybody(self) -> bool:
        """Whether the token travels unencrypted through a network."""
        encrypted = self._parts.scheme == "https"
        return bool(self._token) and not encrypted and self._parts.hostname not in LOOPBACK

    def connect(self, limit: Limit) -> HTTPConnection:
        """A connection that opens with its first request; its answers keep to `limit`."""
        host, port = self._parts.hostname or "", self._parts.port
        connection: HTTPConnection
        if self._parts.scheme == "https":
            context = ssl.create_default_context()
            connection = HTTPSConnection(host, port, timeout=limit.wait, context=context)
        else:
            connection = HTTPConnection(host, port, timeout=limit.wait)
        connection.response_class = response_within(limit)
        return connection

    def headers(self) -> dict[str, str]:
        python = ".".join(map(str, sys.version_info[:2]))
        headers = {"User-Agent": f"sumendi-client/{__version__} python/{python}"}
        if self._token:
            headers["Authorization"] = f"Token {self._token}"
        return headers

    def scrub(self, text: str) -> str:
        """The text without the token, whoever wrote it there."""
        return text.replace(self._token, HIDDEN) if self._token else text

    def scrub_all(self, value: Any) -> Any:
        """A JSON value without the token in any of its texts, in which it may have been written
        with escapes. Raises RecursionError when it is nested too deep."""
        match value:
            case str():
                return self.scrub(value)
            case list():
                return [self.scrub_all(one) for one in value]
            case dict():
                return {self.scrub(name): self.scrub_all(one) for name, one in value.items()}
        return value

    def __getstate__(self) -> object:
        raise TypeError("An address is not pickled: it holds a token.")
