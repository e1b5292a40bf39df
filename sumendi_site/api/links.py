"""Addresses as the API writes them."""

from django.conf import settings


def absolute(path: str) -> str:
    """The address of a path of this site, by whatever name of the host it was asked."""
    return f"{settings.SITE_URL}{path}"
