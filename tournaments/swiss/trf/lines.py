"""The lines of a report file: from bytes to texts whose columns count from 1."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .report import TrfError

# Five times the report of 1,000 players and 99 rounds.
MAX_BYTES = 5_000_000
LINE_END = re.compile(r"\r\n|\r|\n")
NOT_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
END_OF_FILE = "\x1a"  # as DOS programs write it
WORD = re.compile(r"\S+")
WHOLE = re.compile(r"\d{1,9}", re.ASCII)
POINTS = re.compile(r"(-?)(\d{1,3})(?:[.,](\d)0*)?", re.ASCII)
SHOWN = 40  # how much of a wrong word a message shows


@dataclass(frozen=True, slots=True)
class Line:
    """A record with its place in the file."""

    number: int
    text: str

    @property
    def code(self) -> str:
        return self.text[:3].upper()

    def error(self, column: int, expected: str) -> TrfError:
        return TrfError(self.number, column, expected)

    def field(self, first: int, last: int) -> str:
        """The text of these columns without the blanks around it."""
        return self.text[first - 1 : last].strip()

    @property
    def content(self) -> str:
        """All text after the record's code."""
        return self.text[3:].strip()

    def words(self, first: int) -> Iterator[tuple[int, str]]:
        """The words from a column on, each with the column where it starts."""
        return ((found.start() + 1, found[0]) for found in WORD.finditer(self.text, first - 1))

    def whole(self, first: int, last: int, what: str) -> int:
        """The whole number in these columns; `what` names it if there is none."""
        return self.whole_word(first, self.field(first, last), what)

    def whole_word(self, column: int, word: str, what: str) -> int:
        if not WHOLE.fullmatch(word):
            raise self.error(column, f"{what} should be a whole number, not {word[:SHOWN]!r}.")
        return int(word)

    def points(self, column: int, word: str, what: str) -> int:
        """The points, in tenths, that a word like `11.5` says."""
        found = POINTS.fullmatch(word)
        if not found:
            raise self.error(column, f"{what} should be points like 11.5, not {word[:SHOWN]!r}.")
        size = 10 * int(found[2]) + int(found[3] or 0)
        return -size if found[1] else size


def split(data: bytes) -> list[Line]:
    """The lines of a file that are not blank, without blanks at their ends.

    Line ends may be CR, LF or CRLF. Raises `TrfError` for what is too large, or is not text.
    """
    if len(data) > MAX_BYTES:
        raise TrfError(1, 1, f"the file has more than {MAX_BYTES:,} bytes; that is no report.")
    text = _decoded(data).removesuffix(END_OF_FILE)
    found = NOT_TEXT.search(text)
    if found:
        before = LINE_END.split(text[: found.start()])
        expected = f"expected text, not the byte {ord(found[0]):#04x}."
        raise TrfError(len(before), len(before[-1]) + 1, expected)
    texts = (line.replace("\t", " ").rstrip() for line in LINE_END.split(text))
    return [Line(number, text) for number, text in enumerate(texts, start=1) if text]


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
