"""What only a real connection can show."""

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.stack.site import Site

pytestmark = [pytest.mark.site, pytest.mark.stack]


def megabyte() -> Iterator[bytes]:
    yield b"login="
    for _ in range(16):
        yield b"x" * 65536


def post_in_chunks(site: Site, path: str, kind: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=10)
    headers = {"Content-Type": kind, "Accept": "application/json"}
    connection.request("POST", path, megabyte(), headers, encode_chunked=True)
    response = connection.getresponse()
    answer = response.status, response.read()
    connection.close()
    return answer


def test_a_megabyte_in_chunks_is_too_large(site: Site) -> None:
    kind = "application/x-www-form-urlencoded"
    status, body = post_in_chunks(site, "/accounts/login/", kind)
    assert status == 413
    assert b"too_large" in body


def test_where_a_file_is_taken_a_megabyte_in_chunks_is_none_too_many(site: Site) -> None:
    status, body = post_in_chunks(site, "/api/v1/bots/magma/versions", "application/zip")
    assert status == 401
    assert b"signed_out" in body
