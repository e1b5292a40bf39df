"""Texts in ASCII: some engines read bytes above it as other letters, which shifts all columns."""

import unicodedata

# Letters that do not fall apart into an ASCII letter and a mark, and typographers' signs.
SPELLED = str.maketrans(
    {
        "\u00c6": "AE", "\u00e6": "ae", "\u0152": "OE", "\u0153": "oe", "\u00df": "ss",
        "\u1e9e": "SS", "\u00d8": "O", "\u00f8": "o", "\u0110": "D", "\u0111": "d",
        "\u00d0": "D", "\u00f0": "d", "\u0141": "L", "\u0142": "l", "\u00de": "Th",
        "\u00fe": "th", "\u0131": "i", "\u2018": "'", "\u2019": "'", "\u201c": '"',
        "\u201d": '"', "\u2013": "-", "\u2014": "-",
    }
)  # fmt: skip


def ascii_text(text: str) -> str:
    """The text with marks dropped, known letters spelled out, and ? for all others.

    Control characters, line ends among them, become blanks.
    """
    if text.isascii() and text.isprintable():
        return text
    parts = unicodedata.normalize("NFD", text.translate(SPELLED))
    letters = "".join(char for char in parts if not unicodedata.combining(char))
    plain = letters.encode("ascii", "replace").decode("ascii")
    return "".join(char if char.isprintable() else " " for char in plain)


def fit(text: str, width: int) -> str:
    """The text in ASCII for a field of so many columns."""
    return ascii_text(text).strip()[:width].rstrip()
