"""Web Push encryption: what only the browser that subscribed can read.

RFC 8291 (the keys) on RFC 8188 (the content coding ``aes128gcm``), and RFC 8292 (VAPID), by which
a push service knows who sends.
"""

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

CURVE = ec.SECP256R1()
LONGEST_PAYLOAD = 3000
"""Bytes; a push service takes messages of 4096 bytes in all."""
VAPID_LIFETIME = 12 * 3600
PRIVATE_LENGTH = 32
POINT_LENGTH = 65
SECRET_LENGTH = 16


def encode(data: bytes) -> str:
    """base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of base64url with or without padding. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The P-256 key of 32 bytes in base64url. Raises ValueError."""
    number = decode(text)
    if len(number) != PRIVATE_LENGTH:
        raise ValueError("The key has another length.")
    return ec.derive_private_key(int.from_bytes(number), CURVE)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as the 65 bytes of its uncompressed point."""
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def check_keys(public_key: str, secret: str) -> None:
    """Raises ValueError when a browser's keys are not of the kind that RFC 8291 asks for."""
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(public_key))
    if len(decode(public_key)) != POINT_LENGTH or len(decode(secret)) != SECRET_LENGTH:
        raise ValueError("The keys have another length.")


def encrypt(
    payload: bytes,
    public_key: bytes,
    secret: bytes,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body to send, for a browser with this public key and authentication secret. `sender`
    and `salt` are fresh for each message; only the RFC's example names them."""
    if len(payload) > LONGEST_PAYLOAD:
        raise ValueError("The payload is too long.")
    sealed: bytes = http_ece.encrypt(
        payload,
        salt=salt,
        private_key=sender or ec.generate_private_key(CURVE),
        dh=public_key,
        auth_secret=secret,
        version="aes128gcm",
    )
    return sealed


def vapid(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """The ``Authorization`` header for a message to `endpoint`. `contact` is a ``mailto:`` or
    ``https:`` address for the operator of the push service."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VAPID_LIFETIME,
        "sub": contact,
    }
    # Strict, the library takes no site whose address has a port.
    header: str = Vapid02(key, {"no-strict": True}).sign(claims)["Authorization"]
    return header
