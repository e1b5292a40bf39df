"""Where the embedded site keeps its state: the data folder, its secret key and its broker's socket."""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

LONGEST_SOCKET_PATH = 100
"""A unix socket's address holds 107 characters; the rest is left for temporary names."""


def secret_key(data: Path) -> str:
    """The key kept in the data folder, made on the first call; readable by its owner only."""
    path = data / "secret_key"
    data.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key


def broker_socket(data: Path) -> Path:
    """The broker's unix socket: in the data folder, or in a short folder of this user's when
    the data folder's path is too long for a socket."""
    inside = data / "run" / "valkey.sock"
    if len(str(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    name = hashlib.sha256(str(data).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"sumendi-{os.getuid()}-{name}" / "valkey.sock"
