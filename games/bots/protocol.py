"""What a hosted bot is told and what it answers: one JSON object in, one out, a process for each.

In comes one line, the `Question`:

    {"protocol": 1, "game": "k3x9", "size": 6, "position": "...", "moves": ["d4"], "you": "white",
     "choose_side": false, "budget_ms": 10000, "memory": null}

Out comes whatever the bot prints. The last line that is a JSON object is its answer, the rest goes
into the log:

    {"move": "d4:e5-e7", "memory": {"plan": "left"}, "note": "I like the left."}

`move` is a move as the rules write it, or "swap" or "keep" when the side is to be chosen. `memory`
is any JSON value that takes at most 64 KiB; the next question brings it back, and null when there
was none. `note` is a remark of at most 500 characters.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Never

PROTOCOL = 1
LONGEST_MOVE = 200
LONGEST_MEMORY = 64 * 1024
LONGEST_NOTE = 500
LONGEST_LOG = 16 * 1024
WIDEST_CHARACTER = 4
MOST_TRIES = 100
LEFT_OUT = "[earlier output left out]\n"


@dataclass(frozen=True)
class Question:
    """A turn, as the bot sees it.

    `position` and `moves` are texts of the rules; `you` is the side to play, "black" or "white", or
    None while nobody has one. With `choose_side` the answer is "swap" or "keep". `budget_ms` is the
    processor time for this turn. `memory` is `Answer.memory` of the bot's turn before.
    """

    game: str
    size: int
    position: str
    moves: Sequence[str]
    you: str | None
    choose_side: bool
    budget_ms: int
    memory: str = ""

    def line(self) -> bytes:
        """With its newline. The memory goes back as the text that it is: to parse it again could
        be too much for a deep stack."""
        told = {
            "protocol": PROTOCOL,
            "game": self.game,
            "size": self.size,
            "position": self.position,
            "moves": list(self.moves),
            "you": self.you,
            "choose_side": self.choose_side,
            "budget_ms": self.budget_ms,
        }
        told_first = json.dumps(told, separators=(",", ":")).removesuffix("}")
        return f'{told_first},"memory":{self.memory or "null"}}}\n'.encode()


@dataclass(frozen=True)
class Answer:
    """What a bot answered: a `move` that is yet to be judged; `memory` as a text of JSON, at most
    64 KiB in UTF-8, empty for none; a printable `note`, empty for none."""

    move: str
    memory: str = ""
    note: str = ""


class BadOutput(ValueError):
    """There is no answer in what a bot printed; the message says why, in a sentence."""


def read(stdout: bytes) -> Answer:
    """The answer among what was printed. Raises BadOutput."""
    found, why = _found(stdout.split(b"\n"))
    if found is None:
        raise BadOutput(why)
    return _answer(found.told)


def log(stdout: bytes, stderr: bytes) -> str:
    """What is kept for the author: what was printed but for the answer, then the errors. The end
    of it counts when it is long. Holds printable characters, newlines and tabs only."""
    lines = stdout.split(b"\n")
    found, _ = _found(lines)
    if found:
        del lines[found.number]
    remarks = b"\n".join(lines).strip(b"\n")
    output = b"\n".join(part for part in (remarks, stderr.strip(b"\n")) if part)
    text = _printable(output[-WIDEST_CHARACTER * LONGEST_LOG :])
    if len(text) <= LONGEST_LOG and len(output) <= WIDEST_CHARACTER * LONGEST_LOG:
        return text
    return LEFT_OUT + text[len(LEFT_OUT) - LONGEST_LOG :]


@dataclass(frozen=True)
class _Found:
    number: int
    told: dict[str, Any]


def _found(lines: list[bytes]) -> tuple[_Found | None, str]:
    """The last line that is an object; if there is none, why the last that looks like one is
    not. Gives up after some, for each may be long to no avail."""
    looks = (number for number in reversed(range(len(lines))) if lines[number].lstrip()[:1] == b"{")
    why = ""
    for number in islice(looks, MOST_TRIES):
        try:
            return _Found(number, _parsed(lines[number])), ""
        except BadOutput as error:
            why = why or str(error)
    return None, why or "It printed no line with a JSON object."


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise BadOutput("Its answer is not UTF-8.") from None
    except RecursionError:
        raise BadOutput("Its answer is nested too deeply.") from None
    except ValueError as error:
        raise BadOutput(f"Its answer is not JSON: {error}") from None
    assert isinstance(told, dict)  # noqa: S101  # it began with a brace
    return told


def _refuse(constant: str) -> Never:
    raise ValueError(f"{constant} is no number of JSON.")


def _answer(told: dict[str, Any]) -> Answer:
    move, note = told.get("move"), told.get("note") or ""
    if not isinstance(move, str):
        raise BadOutput('Its answer has no text under "move".')
    if len(move) > LONGEST_MOVE or not move.isascii() or not move.isprintable():
        raise BadOutput("Its move is not a move: too long, or not of plain characters.")
    if not isinstance(note, str):
        raise BadOutput('What its answer has under "note" is not a text.')
    remark = _printable(note[:LONGEST_NOTE].encode(errors="replace"))
    return Answer(move.strip(), _memory(told.get("memory")), " ".join(remark.split()))


def _memory(value: Any) -> str:
    if value is None:
        return ""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(text.encode())
    except UnicodeEncodeError:
        raise BadOutput("Its memory has half a character (a lone surrogate).") from None
    except RecursionError:
        raise BadOutput("Its memory is nested too deeply.") from None
    except ValueError:
        raise BadOutput("Its memory has a number too large for JSON.") from None
    if size > LONGEST_MEMORY:
        raise BadOutput(f"Its memory takes {size:,} bytes, more than {LONGEST_MEMORY:,}.")
    return text


def _printable(output: bytes) -> str:
    text = output.decode("utf-8", errors="replace").replace("\r\n", "\n")
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\ufffd" for sign in text)
