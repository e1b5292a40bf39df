"""What is sent with a request: JSON, or a form with a file."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

QUOTED = {'"': "%22", "\r": "%0D", "\n": "%0A"}
"""How a form writes these in a file's name."""


@dataclass(frozen=True)
class File:
    """A file of a form, by the name that it has at home."""

    name: str
    data: bytes


def encoded(body: Mapping[str, Any]) -> tuple[str, bytes]:
    """The media type and the bytes of a body: a form where a file is among its fields."""
    if any(isinstance(value, File) for value in body.values()):
        return _form(body)
    return "application/json", json.dumps(body).encode()


def _form(files: Mapping[str, File]) -> tuple[str, bytes]:
    boundary = secrets.token_hex(16)
    parts = b"".join(_part(boundary, name, file) for name, file in files.items())
    return f"multipart/form-data; boundary={boundary}", parts + f"--{boundary}--\r\n".encode()


def _part(boundary: str, name: str, file: File) -> bytes:
    quoted = "".join(QUOTED.get(sign, sign) for sign in file.name)
    head = (
        f"--{boundary}\r\n"
        f'Content-Disposition: form-data; name="{name}"; filename="{quoted}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return head.encode() + file.data + b"\r\n"
