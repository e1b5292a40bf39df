"""Web Push encryption: what only the browser that subscribed can read.

RFC 8291 (the keys) on RFC 8188 (the content coding ``aes128gcm``), and RFC 8292 (VAPID), by which
a push service knows who sends.
"""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
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
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public_key)
    shared = sender.exchange(ec.ECDH(), receiver)
    own_point = point(sender.public_key())
    key_info = b"WebPush: info\0" + public_key + own_point
    key_material = _derive(shared, secret, key_info, 32)
    content_key = _derive(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(key_material, salt, b"Content-Encoding: nonce\0", 12)
    # The byte 2 marks the end of the last record; there is only one.
    sealed = AESGCM(content_key).encrypt(nonce, payload + b"\x02", None)
    header = salt + RECORD_SIZE.to_bytes(4) + bytes([len(own_point)]) + own_point
    return header + sealed


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def vapid(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """The ``Authorization`` header for a message to `endpoint`. `contact` is a ``mailto:`` or
    ``https:`` address for the operator of the push service."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VAPID_LIFETIME,
        "sub": contact,
    }
    head = encode(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
    signed = f"{head}.{encode(json.dumps(claims).encode())}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={encode(point(key.public_key()))}"
