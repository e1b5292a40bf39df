"""Pages of an event as texts."""

import re

from django.test import Client

EVENT = "/tournaments/autumn-swiss/"


def page(client: Client, path: str = EVENT) -> str:
    return client.get(path).content.decode()


def words(html: str) -> str:
    """What is read there, between single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())
