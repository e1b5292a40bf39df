"""Does the site answer its users? Asked over HTTP, from outside the web server's process."""

import logging
import urllib.request
from http.client import HTTPException

from django.conf import settings

PATIENCE = 4.0
"""Seconds."""

logger = logging.getLogger(__name__)


def site_answers() -> bool:
    """Whether the page at PROBE_URL says that all is well."""
    # Every site answers to this name, by whatever address the probe reaches it.
    request = urllib.request.Request(settings.PROBE_URL, headers={"Host": "localhost"})  # noqa: S310 - checks.py
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        directly.open(request, timeout=PATIENCE).close()
    except (OSError, HTTPException) as error:
        logger.warning("The site does not answer at %s: %s", settings.PROBE_URL, error)
        return False
    return True
