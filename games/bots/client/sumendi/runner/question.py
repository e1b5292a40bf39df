"""What the runner asks a bot's process, and what it answers: one JSON object a line."""

import json
import math
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from .clock import Clock


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


@dataclass(frozen=True)
class Question:
    """`position` is a text as rules.md has it."""

    ask: Ask
    position: str
    clock: Clock = field(default_factory=Clock)

    def line(self) -> str:
        clock = self.clock
        seconds = None if math.isinf(clock.seconds) else clock.seconds
        deadline = clock.deadline and clock.deadline.isoformat()
        told = {"seconds": seconds, "increment": clock.increment, "deadline": deadline}
        return json.dumps({"ask": self.ask, "position": self.position, "clock": told})

    @classmethod
    def read(cls, line: str) -> "Question":
        told = json.loads(line)
        clock = told["clock"]
        seconds = math.inf if clock["seconds"] is None else clock["seconds"]
        deadline = clock["deadline"] and datetime.fromisoformat(clock["deadline"])
        return cls(Ask(told["ask"]), told["position"], Clock(seconds, clock["increment"], deadline))


@dataclass(frozen=True)
class Reply:
    """A legal `move` in its canonical text, or what was `wrong`, in `detail`."""

    move: str = ""
    wrong: Wrong | None = None
    detail: str = ""

    def line(self) -> str:
        return json.dumps({"move": self.move, "wrong": self.wrong, "detail": self.detail})

    @classmethod
    def read(cls, line: str) -> "Reply":
        told = json.loads(line)
        return cls(told["move"], Wrong(told["wrong"]) if told["wrong"] else None, told["detail"])
