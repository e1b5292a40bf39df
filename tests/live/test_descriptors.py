"""Streams of the real site, many and long."""

import contextlib
import json
import urllib.request
from pathlib import Path

import pytest

from sumendi_site.live.places import MOST_OF_A_CALLER
from tests.stack.site import Site

pytestmark = [pytest.mark.site, pytest.mark.stack]

STREAMS = 30

_PREPARE = """
import json
from django.test import Client
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import issue
client = Client()
amaia = User.objects.get(username="amaia")
client.force_login(amaia)
print(json.dumps([client.cookies["sessionid"].value, issue(amaia, "mine", ["read"], 1)[1]]))
"""


def descriptors(site: Site) -> int:
    return len(list(Path(f"/proc/{site.child('up.web')}/fd").iterdir()))


@pytest.fixture(scope="module")
def keys(site: Site) -> dict[str, dict[str, str]]:
    """What the streams of the pages and of the API want to see."""
    session, token = json.loads(site.shell(_PREPARE))
    return {
        "me/events/": {"Cookie": f"sessionid={session}"},
        "api/v1/stream": {"Authorization": f"Token {token}"},
    }


@pytest.mark.parametrize(
    ("path", "streams"), [("me/events/", STREAMS), ("api/v1/stream", MOST_OF_A_CALLER)]
)
def test_open_streams_hold_no_database_connection(
    site: Site, keys: dict[str, dict[str, str]], path: str, streams: int
) -> None:
    before = descriptors(site)
    with contextlib.ExitStack() as opened:
        for _ in range(streams):
            request = urllib.request.Request(f"{site.url}/{path}", headers=keys[path])
            answer = opened.enter_context(urllib.request.urlopen(request, timeout=10))
            assert any(b"hello" in line for line in answer)
        # A stream is one socket; a connection of SQLite would add two files or three.
        assert descriptors(site) - before <= streams + 10
