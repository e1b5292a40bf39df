"""What the runner asks a bot's process, and what it answers: one JSON object a line."""

import json
import math
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from .clock import Clock

LONGEST_DETAIL = 20_000
"""Characters: the end of a traceback tells most."""


class Ask(StrEnum):
    MOVE = "move"
    SIDE = "side"


class Wrong(StrEnum):
    """What a bot can do wrong."""

    UNLOADABLE = "cannot be loaded"
    RAISED = "raised an exception"
    NO_MOVE = "returned no move"
    ILLEGAL = "made an illegal move"
    SLOW = "took too long"
    GONE = "ended its process"
    GARBLED = "wrote where only its answers go"


@dataclass(frozen=True)
class Question:
    """`position` is a text as rules.md has it. The reply has the `number` of its question."""

    ask: Ask
    position: str
    clock: Clock = field(default_factory=Clock)
    number: int = 0

    def line(self) -> str:
        clock = self.clock
        seconds = None if math.isinf(clock.seconds) else clock.seconds
        deadline = clock.deadline and clock.deadline.isoformat()
        told = {"seconds": seconds, "increment": clock.increment, "deadline": deadline}
        asked = {"number": self.number, "ask": self.ask, "position": self.position}
        return json.dumps({**asked, "clock": told})

    @classmethod
    def read(cls, line: str) -> "Question":
        told = json.loads(line)
        time = told["clock"]
        seconds = math.inf if time["seconds"] is None else time["seconds"]
        deadline = time["deadline"] and datetime.fromisoformat(time["deadline"])
        clock = Clock(seconds, time["increment"], deadline)
        return cls(Ask(told["ask"]), told["position"], clock, told["number"])


@dataclass(frozen=True)
class Reply:
    """A legal `move` in its canonical text, or what was `wrong`, in `detail`."""

    move: str = ""
    wrong: Wrong | None = None
    detail: str = ""
    number: int = 0

    def line(self) -> str:
        detail = self.detail[-LONGEST_DETAIL:]
        told = {"move": self.move, "wrong": self.wrong, "detail": detail, "number": self.number}
        return json.dumps(told)

    @classmethod
    def read(cls, line: bytes) -> "Reply":
        """Raises ValueError: a bot can write whatever it likes there."""
        try:
            told = json.loads(line)
            wrong = Wrong(told["wrong"]) if told["wrong"] else None
            return cls(_text(told["move"]), wrong, _text(told["detail"]), told["number"])
        except (LookupError, TypeError, RecursionError) as error:
            raise ValueError("no reply") from error


def _text(value: Any) -> str:
    """A text that can be printed: half a surrogate pair cannot."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value.encode(errors="backslashreplace").decode()
