"""Records of games, in the manner of chess's PGN (rules.md, "Texts").

    [Event "Friendly"]
    [Size "6"]
    [Result "*"]

    { Seats change, stones do not: ... }
    1. f6 swap 2. g8 3. e4:f6-f9

A number counts placements; the side choice (`swap` or `keep`, ply 2) follows the first of them.
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .board import SIZES
from .errors import MoveError, Reason, RecordError
from .moves import Move
from .plies import SIDE_CHOICE_PLY, SIDE_CHOICES, SWAP, in_words, number_of
from .position import Position
from .score import Result

MAX_TEXT = 64 * 1024
MAX_TAGS = 40
MAX_VALUE = 200
_CONVENTION = (
    "Seats change, stones do not: the first placement is black, and the second player then swaps "
    "(takes Black) or keeps (takes White). White moves next, whoever that is."
)
_WIDTH = 100
_COMMENT_ON_SEATS = textwrap.fill(f"{{ {_CONVENTION} }}", _WIDTH)
_NAME = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")
_TAG = re.compile(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\["\\])*)"\]')
_COMMENT = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"[0-9]+\.")


@dataclass(frozen=True)
class Record:
    """A legal game, from the empty board to its end or to any ply before it.

    `tags` keep their order: Event, Site, Date, Round, First, Second, Black, White, Size,
    TimeControl, Result, Termination, Score, and any others. Size (5, 6, 7) and Result (`black`,
    `white`, `draw`, `*`) are required. `moves` are texts, one a ply, with `swap` or `keep` second.

    Raises RecordError for anything else, for First, Second, Black and White that do not fit the
    side choice, and for a Termination `score` that is not what the board says. So a Record that
    exists can always be written, read back and replayed.
    """

    tags: Mapping[str, str]
    moves: Sequence[str] = ()
    _positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tags = dict(self.tags)
        _check_tags(tags)
        moves, positions = _replay(int(tags["Size"]), self.moves)
        _check_seats(tags, moves)
        _check_result(tags, positions[-1])
        object.__setattr__(self, "tags", tags)
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "_positions", positions)

    @property
    def size(self) -> int:
        """The number of cells on a side of the board."""
        return int(self.tags["Size"])

    @property
    def result(self) -> Result:
        """What the Result tag says."""
        return Result(self.tags["Result"])

    def positions(self) -> Iterator[Position]:
        """The empty board, then the position after each ply: after ply 2 the same as before it."""
        return iter(self._positions)

    def __str__(self) -> str:
        return written(self.tags, self.moves)

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read a record. Raises RecordError, with the line or the ply that is at fault."""
        if len(text) > MAX_TEXT:
            raise RecordError(f"A record has at most {MAX_TEXT} characters.")
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        tags, body = _read_tags(lines)
        words = _read_words(lines, body)
        try:
            return cls(tags, tuple(word for _, word in words))
        except RecordError as error:
            if error.ply is None:
                raise
            line = words[error.ply - 1][0]
            raise RecordError(str(error), line=line, ply=error.ply, reason=error.reason) from error


def split_records(text: str) -> list[str]:
    """The records that stand in a text one behind the other: each begins with tags. None of them
    is checked."""
    records: list[list[str]] = []
    was_tag = False
    for line in text.removeprefix("\ufeff").splitlines(keepends=True):
        is_tag = _TAG.fullmatch(line.strip()) is not None
        if is_tag and not was_tag:
            records.append([])
        if records:
            records[-1].append(line)
        was_tag = is_tag or (was_tag and not line.strip())
    return ["".join(lines) for lines in records]


def tags_in(text: str) -> dict[str, str]:
    """The tags of a record which may be none: as many as can be read."""
    found = (_TAG.fullmatch(line.strip()) for line in text.splitlines())
    return {tag[1]: _unescape(tag[2]) for tag in found if tag}


def written(tags: Mapping[str, str], moves: Sequence[str]) -> str:
    """The text of a Record with these tags and canonical moves, none of which is checked: for who
    writes many games that have been judged before."""
    lines = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in tags.items())
    return f"{lines}\n\n{_COMMENT_ON_SEATS}\n{_wrapped(moves)}".rstrip() + "\n"


def _check_tags(tags: Mapping[str, str]) -> None:
    if len(tags) > MAX_TAGS:
        raise RecordError(f"A record has at most {MAX_TAGS} tags.")
    for name, value in tags.items():
        if not _NAME.fullmatch(name):
            raise RecordError(
                f"{name[:40]!r} is not the name of a tag: use up to 40 letters and digits."
            )
        if len(value) > MAX_VALUE:
            raise RecordError(f"The tag {name} has more than {MAX_VALUE} characters.")
        if any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in value):
            raise RecordError(f"The tag {name} holds a control character.")
    _check_choice(tags, "Size", [str(size) for size in SIZES])
    _check_choice(tags, "Result", list(Result))


def _check_choice(tags: Mapping[str, str], name: str, choices: Sequence[str]) -> None:
    if name not in tags:
        raise RecordError(f"The tag {name} is missing.")
    if tags[name] not in choices:
        raise RecordError(f"The tag {name} must be one of {', '.join(choices)}.")


def _check_seats(tags: Mapping[str, str], moves: Sequence[str]) -> None:
    for one, other in (("First", "Second"), ("Black", "White")):
        if one in tags and tags[one] == tags.get(other):
            raise RecordError(f"{one} and {other} are the same player.")
    seats = [tags.get(name) for name in ("First", "Second", "Black", "White")]
    if None in seats or len(moves) < 2:
        return
    first, second, *sides = seats
    if sides != ([second, first] if moves[SIDE_CHOICE_PLY - 1] == SWAP else [first, second]):
        raise RecordError(
            f"First, Second, Black and White do not fit the second player's choice, {moves[1]}."
        )


def _check_result(tags: Mapping[str, str], last: Position) -> None:
    ended, termination = tags["Result"] != Result.UNFINISHED, tags.get("Termination")
    if ended and termination == "unfinished":
        raise RecordError(f"The Result is {tags['Result']}, but the Termination is unfinished.")
    if not ended and termination not in (None, "unfinished", "cancelled"):
        raise RecordError(f"The Result is *, but the Termination is {termination}.")
    if termination != "score":
        return
    if not last.is_over:
        raise RecordError("The Termination is score, but the last position has placements left.")
    result = last.score().result
    if tags["Result"] != result:
        raise RecordError(f"The Result is {tags['Result']}, but the last position says {result}.")


def _replay(size: int, moves: Sequence[str]) -> tuple[tuple[str, ...], tuple[Position, ...]]:
    """The canonical texts of the moves, and the position before them and after each."""
    texts: list[str] = []
    positions = [Position.start(size)]
    for ply, text in enumerate(moves, start=1):
        position = positions[-1]
        if ply == SIDE_CHOICE_PLY:
            _check_side_choice(text)
        else:
            try:
                move = Move.parse(text)
                position = position.play(move)
            except MoveError as error:
                told = f"{in_words(ply).capitalize()}: {error}"
                raise RecordError(told, ply=ply, reason=error.reason) from error
            text = str(move)
        texts.append(text)
        positions.append(position)
    return tuple(texts), tuple(positions)


def _check_side_choice(text: str) -> None:
    if text not in SIDE_CHOICES:
        raise RecordError(
            f"After move 1 the second player chooses swap or keep, not {text[:40]!r}.",
            ply=SIDE_CHOICE_PLY,
            reason=Reason.SYNTAX,
        )


def _numbered(moves: Sequence[str]) -> Iterator[str]:
    for ply, move in enumerate(moves, start=1):
        number = number_of(ply)
        yield move if number is None else f"{number}. {move}"


def _wrapped(moves: Sequence[str]) -> str:
    """The numbered moves in lines as full as they can be, as `textwrap` has them, only faster."""
    lines, line = [], ""
    for word in " ".join(_numbered(moves)).split():
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def _read_tags(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """The tags, and the index of the first line after them."""
    tags: dict[str, str] = {}
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        if not line.startswith("["):
            return tags, index
        found = _TAG.fullmatch(line.rstrip())
        if not found:
            raise RecordError(
                'expected a tag like [Event "Friendly"], with \\" and \\\\ for " and \\.',
                line=index + 1,
            )
        name, value = found.groups()
        if name in tags:
            raise RecordError(f"the tag {name} is there twice.", line=index + 1)
        tags[name] = _unescape(value)
    return tags, len(lines)


def _read_words(lines: Sequence[str], start: int) -> list[tuple[int, str]]:
    """The moves after the tags, each with its line; comments and numbers are left out."""
    body = "\n".join(lines[start:])
    body = _COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), body)
    words: list[tuple[int, str]] = []
    number_stands = False
    for line, text in enumerate(body.split("\n"), start=start + 1):
        for word in text.replace(".", ". ").split():
            if "{" in word or "}" in word:
                raise RecordError("a comment is not closed, or not opened.", line=line)
            if not _NUMBER.fullmatch(word):
                words.append((line, word))
                number_stands = False
                continue
            expected = "a move" if number_stands else _next_number(len(words))
            if word != expected:
                raise RecordError(f"expected {expected} here, not {word}", line=line)
            number_stands = True
    return words


def _next_number(plies: int) -> str:
    return "swap or keep" if plies == 1 else f"{plies or 1}."
