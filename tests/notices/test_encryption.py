import base64
import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from sumendi_site.notices.channels.push import encryption
from sumendi_site.notices.channels.push.encryption import decode, encode, encrypt, private_key


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    """Appendix A of the RFC."""
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        decode(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
        private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )


def test_a_push_service_can_check_who_sends() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    header = encryption.vapid("https://push.example.org/x/1", key, "mailto:me@example.org")
    token = header.removeprefix("vapid t=").partition(",")[0]
    signed, _, signature = token.rpartition(".")
    claims = json.loads(decode(signed.partition(".")[2]))
    assert (claims["aud"], claims["sub"]) == ("https://push.example.org", "mailto:me@example.org")
    half = decode(signature)[:32], decode(signature)[32:]
    numbers = encode_dss_signature(int.from_bytes(half[0]), int.from_bytes(half[1]))
    key.public_key().verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    "contact", ["mailto:sumendi@localhost", "https://sumendi.example.org:8443"]
)
def test_every_contact_that_a_site_can_have_is_told(contact: str) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    header = encryption.vapid("https://push.example.org/x/1", key, contact)
    claims = json.loads(decode(header.removeprefix("vapid t=").split(".")[1]))
    assert claims["sub"] == contact


@pytest.mark.parametrize(
    ("public_key", "secret"),
    [("AAAA", "c2l4dGVlbiBzZWNyZXQgYg"), ("!", "x"), ("", "")],
)
def test_keys_of_another_kind_are_refused(public_key: str, secret: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the reason is the library's
        encryption.check_keys(public_key, secret)


def test_a_payload_that_no_push_service_takes_is_refused() -> None:
    key = encryption.point(ec.generate_private_key(ec.SECP256R1()).public_key())
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * 3001, key, base64.b64decode("c2l4dGVlbiBzZWNyZXQgYg=="))
