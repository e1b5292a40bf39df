"""What a user name may be, and the words in which a bad one is refused."""

import re
import unicodedata

from django.core.exceptions import ValidationError

from .likeness import drawn, skeleton

SHORTEST = 3
LONGEST = 24
PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

GUEST_PREFIX, HOUSE_PREFIX = "guest-", "house-"
RENAMED_PREFIX, DELETED_PREFIX = "renamed-", "deleted-"
GIVEN = (GUEST_PREFIX, HOUSE_PREFIX, RENAMED_PREFIX, DELETED_PREFIX)
"""How the names begin that the site gives."""

RESERVED_NAMES = """
    account accounts admin administrator api black bot bots deleted director everyone game
    games guest help house invitation learn lobby me mod moderator moderators nobody
    operator organiser organizer owner player players rating ratings root staff sumendi
    support system team tournament tournaments white
"""
RESERVED = frozenset(skeleton(name) for name in RESERVED_NAMES.split())
LOOKS_GIVEN = tuple(drawn(prefix) for prefix in GIVEN)


def validate_username(name: str) -> None:
    """Refuse a name that others could mistake, misread or not type.

    Raises:
        ValidationError: with the reason in plain words, and one of the codes ``control``,
            ``letters``, ``start``, ``short``, ``long``, ``reserved``.
    """
    if any(unicodedata.category(character).startswith("C") for character in name):
        raise ValidationError("A name cannot hold control or invisible characters.", "control")
    odd = next((character for character in name if not _is_plain(character)), None)
    if odd is not None:
        raise ValidationError(
            f"A name holds only the letters a to z, digits, “-” and “_”, not {_described(odd)}.",
            "letters",
        )
    if not PATTERN.fullmatch(name):
        raise ValidationError("A name starts with a letter.", "start")
    if len(name) < SHORTEST:
        raise ValidationError(f"A name has at least {SHORTEST} characters.", "short")
    if len(name) > LONGEST:
        raise ValidationError(f"A name has at most {LONGEST} characters.", "long")
    if skeleton(name) in RESERVED:
        raise ValidationError("This name is reserved. Please choose another.", "reserved")


def validate_chosen_name(name: str) -> None:
    """Refuse a name that looks like those which the site itself gives. Raises ValidationError with
    the code ``reserved``."""
    if drawn(name).startswith(LOOKS_GIVEN):
        raise ValidationError("Names that begin like this are given by the site.", "reserved")


def is_given(name: str) -> bool:
    """Whether the site gave this name."""
    return name.startswith(GIVEN)


def _is_plain(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character in "-_")


def _described(character: str) -> str:
    if character == " ":
        return "a space"
    if character.isascii():
        return f"“{character}”"
    return f"“{character}” ({unicodedata.name(character, 'unnamed character').lower()})"
