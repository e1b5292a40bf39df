"""What can be wrong with a text, a move or a record."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a text is not a legal move. Where several apply, the one listed first is reported."""

    SYNTAX = "syntax"
    OFF_BOARD = "offboard"
    OVER = "over"
    OCCUPIED = "occupied"
    HEIGHT_ZERO = "height0"
    NO_SPILL = "nospill"
    EXTRA = "extra"
    MISSING = "missing"
    NOT_IN_LINE = "notline"
    TOO_FAR = "toofar"
    BLOCKED = "blocked"
    SAME_TARGET = "sametarget"


class RulesError(ValueError):
    """Base of all errors of this package; its text is a sentence for people."""


class MoveError(RulesError):
    """A move that cannot be played; `reason` says why in a word for programs."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason = reason
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


class MoveSyntaxError(MoveError):
    """A text that is not written like a move."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Reason.SYNTAX, sentence)

    def __reduce__(self) -> tuple[type["MoveSyntaxError"], tuple[str]]:
        return type(self), (self.sentence,)


class IllegalMoveError(MoveError):
    """A well-written move that the rules forbid in this position."""


class PositionError(RulesError):
    """A text that describes no position, or a size that no board has."""


class RecordError(RulesError):
    """A record that cannot be written or read.

    `line` counts from 1 and is None when the record was not read from a text; `ply` counts from 1
    and is None unless a move is at fault; `reason` is set for a move that is not legal.
    """

    def __init__(
        self,
        sentence: str,
        *,
        line: int | None = None,
        ply: int | None = None,
        reason: Reason | None = None,
    ) -> None:
        super().__init__(sentence)
        self.line = line
        self.ply = ply
        self.reason = reason

    def __str__(self) -> str:
        sentence = super().__str__()
        return sentence if self.line is None else f"Line {self.line}: {sentence}"


class TreeError(RulesError):
    """A tree of variations that cannot be read.

    `path` has the texts that lead to the node at fault, or to its parent; `reason` is set for a
    move that is not legal.
    """

    def __init__(
        self, sentence: str, path: tuple[str, ...] = (), reason: Reason | None = None
    ) -> None:
        super().__init__(sentence)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        sentence = super().__str__()
        return f"After {' '.join(self.path)}: {sentence}" if self.path else sentence
