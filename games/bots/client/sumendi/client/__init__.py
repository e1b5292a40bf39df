"""A client of a site's API.

    from sumendi.client import ApiError, Client

    site = Client("http://localhost:8000", token)
    for event in site.streams.events():
        if event["type"] == "yourTurn":
            ...

Lists are generators that fetch page after page. What can safely be asked again is, for a minute,
when the site is away or asks to slow down. Every error is a `ClientError`; no text of this package
ever holds the token.
"""

from .errors import ApiError, ClientError, Throttled, Unreachable
from .operations import Operation
from .site import Client

__all__ = ["ApiError", "Client", "ClientError", "Operation", "Throttled", "Unreachable"]
