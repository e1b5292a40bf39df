"""What texts cannot hold that others read."""

import unicodedata

from .errors import BadText

TURNS_TEXT_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
NOT_IN_A_LINE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories of control characters, surrogates, and separators of lines."""


def require_one_line(text: str, what: str) -> None:
    """`what` names the text in a sentence: `A message`. Raises BadText."""
    if any(unicodedata.category(sign) in NOT_IN_A_LINE for sign in text):
        raise BadText(f"{what} is one line of text, without control characters.")
    _require_one_direction(text, what)


def require_lines(text: str, what: str) -> None:
    """The same for a text that can have several lines, and tabs."""
    if any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in text if sign not in "\n\t"):
        raise BadText(f"{what} has no control characters.")
    _require_one_direction(text, what)


def _require_one_direction(text: str, what: str) -> None:
    if not TURNS_TEXT_AROUND.isdisjoint(text):
        raise BadText(f"{what} has no characters that turn the direction of writing.")
