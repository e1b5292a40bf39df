"""Posting to an address that a browser named: over https, and never into the inner network."""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

CONNECT_TIMEOUT = 5
PATIENCE = 15
"""Seconds for the whole exchange, for a server may also answer drop by drop."""


class AddressRefused(Exception):
    """The address is none that a browser's push service has."""


def check_address(url: str) -> SplitResult:
    """The parts of an endpoint. Raises AddressRefused when it is no https address of a host with
    a name (tests may also use this machine)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefused("This is no address.") from error
    if settings.PUSH_TO_LOOPBACK and parts.hostname == "127.0.0.1":
        return parts
    if parts.scheme != "https" or not parts.hostname or parts.username or port not in (None, 443):
        raise AddressRefused("A push service has an https address.")
    if "." not in parts.hostname.rstrip(".") or _is_a_number(parts.hostname):
        raise AddressRefused("A push service has a host name.")
    return parts


def post(url: str, headers: Mapping[str, str], body: bytes) -> int:
    """Send the body and return the status of the answer. Redirects are not followed.

    Raises AddressRefused, or OSError when there is no answer in time.
    """
    parts = check_address(url)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    connection = _connect(parts)
    try:
        with _deadline(connection):
            connection.request("POST", path, body, dict(headers))
            return connection.getresponse().status
    except http.client.HTTPException as error:
        raise ConnectionError("The push service sent no proper answer.") from error
    finally:
        connection.close()


def _connect(parts: SplitResult) -> http.client.HTTPConnection:
    """A connection to an address that has been checked: looked up once, so that the name cannot
    mean another machine a moment later."""
    host = parts.hostname or ""
    port = parts.port or 443
    connection = http.client.HTTPConnection(host, port, timeout=CONNECT_TIMEOUT)
    plain = socket.create_connection((_public_address(host, port), port), CONNECT_TIMEOUT)
    if parts.scheme != "https":
        connection.sock = plain
        return connection
    try:
        connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
    except BaseException:
        plain.close()
        raise
    return connection


def _public_address(host: str, port: int) -> str:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not all(_is_allowed(address) for address in addresses):
        raise AddressRefused("The host of this address is in an inner network.")
    return addresses[0]


def _is_allowed(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    if address.is_loopback:
        return bool(settings.PUSH_TO_LOOPBACK)
    return address.is_global and not address.is_multicast


def _is_a_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit()
    return True


@contextmanager
def _deadline(connection: http.client.HTTPConnection) -> Iterator[None]:
    """Close the connection under whoever waits on it when the time is over."""
    over = threading.Event()

    def end() -> None:
        over.set()
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(PATIENCE, end)
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException) as error:
        if over.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
