"""What only a real connection can show."""

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.stack.site import Site

pytestmark = [pytest.mark.site, pytest.mark.stack]


def test_a_megabyte_in_chunks_is_too_large(site: Site) -> None:
    def body() -> Iterator[bytes]:
        yield b"login="
        for _ in range(16):
            yield b"x" * 65536

    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=10)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    connection.request("POST", "/accounts/login/", body(), headers, encode_chunked=True)
    response = connection.getresponse()
    assert response.status == 413
    assert b"too_large" in response.read()
    connection.close()
