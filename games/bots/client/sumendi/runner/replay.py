"""Asking a bot at home what the site asked it: the same question, the same start of the program."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..client.program_payloads import TurnDetail
from ..rules import MoveError, Position
from .bot import without_token
from .submit import Unpackable

MAIN = "main.py"


@dataclass(frozen=True)
class Replayed:
    """What the program printed on stdout, how it ended, and how many seconds it took; `status` is
    None when it was stopped."""

    output: str
    status: int | None
    seconds: float


def replay(turn: TurnDetail, bot: Path, limit: float) -> int:
    """Ask the bot again and tell what it says; its log and its errors appear as they come. The exit
    status: 0 when it answers with a legal move."""
    question = json.loads(turn["question"])
    print(f"Ply {turn['ply']}: {question['position']}", flush=True)
    done = ask(bot, turn["question"], limit)
    answer, remarks = _read(done.output)
    for line in remarks:
        print(line)
    print(f"It took {done.seconds:.3f} s.")
    fault = _fault(question, done, answer)
    if answer is not None:
        print(f"It answers {json.dumps(answer)}.")
    if fault:
        print(fault)
    if turn["move"]:
        print(f"On the site it played {turn['move']}.")
    return 1 if fault else 0


def ask(bot: Path, question: str, limit: float) -> Replayed:
    """Run the program as the site does, but without its sandbox."""
    with folder_of(bot) as folder:
        began = time.perf_counter()
        try:
            done = subprocess.run(
                _command(),
                cwd=folder,
                env=_environment(),
                input=f"{question}\n".encode(),
                stdout=subprocess.PIPE,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            said = error.stdout or b""
            return Replayed(said.decode(errors="replace"), None, time.perf_counter() - began)
    seconds = time.perf_counter() - began
    return Replayed(done.stdout.decode(errors="replace"), done.returncode, seconds)


@contextmanager
def folder_of(bot: Path) -> Iterator[Path]:
    """A folder whose `main.py` is the bot: its own, or one with a copy of a lone file. Raises
    Unpackable."""
    if bot.is_dir() and (bot / MAIN).is_file():
        yield bot
    elif bot.is_file() and bot.name == MAIN:
        yield bot.absolute().parent
    elif bot.is_file() and bot.suffix == ".py":
        with tempfile.TemporaryDirectory() as folder:
            shutil.copyfile(bot, Path(folder) / MAIN)
            yield Path(folder)
    else:
        raise Unpackable(f"{bot} is neither a Python file nor a folder with {MAIN}.")


def _package() -> str:
    return __name__.rpartition(".runner.")[0]


def _command() -> list[str]:
    return [sys.executable, "-m", f"{_package()}.hosted"]


def _environment() -> dict[str, str]:
    """With this very package to import, wherever it is: in a zipapp or in a folder."""
    home = Path(__file__).absolute().parents[_package().count(".") + 2]
    paths = [str(home), *filter(None, [os.environ.get("PYTHONPATH")])]
    return without_token(os.environ) | {"PYTHONPATH": os.pathsep.join(paths)}


def _read(output: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The last line that is a JSON object, which the site takes for the answer, and the others."""
    lines = output.splitlines()
    for number in reversed(range(len(lines))):
        try:
            found = json.loads(lines[number])
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found, lines[:number] + lines[number + 1 :]
    return None, lines


def _fault(question: dict[str, Any], done: Replayed, answer: dict[str, Any] | None) -> str:
    """What the site would find wrong with it; empty if nothing."""
    if done.status is None:
        return "It was stopped: the time was over."
    if done.status != 0:
        return f"It ended with status {done.status}."
    if answer is None:
        return "It printed no line with a JSON object."
    move = answer.get("move")
    if not isinstance(move, str):
        return 'Its answer has no text under "move".'
    if question["choose_side"]:
        return "" if move in ("swap", "keep") else f"{move!r} is neither swap nor keep."
    try:
        Position.parse(question["position"]).parse_move(move)
    except MoveError as error:
        return f"{move!r} is no legal move: {error}"
    return ""
