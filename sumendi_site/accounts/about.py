"""What people may write about themselves."""

import unicodedata

from django.core.exceptions import ValidationError

LINE_BREAKS_AND_TABS = "\r\n\t"
DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def validate_about(text: str) -> None:
    """Refuse characters that cannot be seen and that change how the rest of a page reads.

    Those that only join letters or pictures (a family of emoji) stay allowed.

    Raises:
        ValidationError: with the code ``control``.
    """
    if any(_disturbs(character) for character in text):
        raise ValidationError(
            "This text cannot hold control characters, or ones that turn the direction of writing.",
            "control",
        )


def _disturbs(character: str) -> bool:
    if character in LINE_BREAKS_AND_TABS:
        return False
    is_control = unicodedata.category(character) in ("Cc", "Cs")
    return is_control or unicodedata.bidirectional(character) in DIRECTIONS
