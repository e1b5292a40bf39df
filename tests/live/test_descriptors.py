"""Streams of the real site, many and long."""

import contextlib
import json
import urllib.request
from pathlib import Path

import pytest

from tests.stack.site import Site

pytestmark = [pytest.mark.site, pytest.mark.stack]

STREAMS = 30

_SESSION = """
import json
from django.test import Client
from sumendi_site.accounts.models import User
client = Client()
client.force_login(User.objects.get(username="amaia"))
print(json.dumps(client.cookies["sessionid"].value))
"""


def descriptors(site: Site) -> int:
    return len(list(Path(f"/proc/{site.child('up.web')}/fd").iterdir()))


def test_open_streams_hold_no_database_connection(site: Site) -> None:
    session = json.loads(site.shell(_SESSION))
    before = descriptors(site)
    with contextlib.ExitStack() as streams:
        for _ in range(STREAMS):
            request = urllib.request.Request(
                f"{site.url}/me/events/", headers={"Cookie": f"sessionid={session}"}
            )
            answer = streams.enter_context(urllib.request.urlopen(request, timeout=10))
            assert b"event: hello" in answer.readline() + answer.readline()
        # A stream is one socket; a connection of SQLite would add two files or three.
        assert descriptors(site) - before <= STREAMS + 10
