"""The runner's side of a bot: a child process that is asked, watched, and replaced."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from .question import Question, Reply, Wrong

START = 60.0
"""Seconds that a bot may take to load: it may read a large network."""
END = 2.0
LONGEST_REPLY = 1024 * 1024
SHOWN = 100
TOKEN_VARIABLE = "SUMENDI_TOKEN"  # noqa: S105  # the name of a variable

_CHILD = "import sys; sys.path.insert(0, sys.argv[2]); from {0} import main; main(sys.argv[1])"


class BotError(Exception):
    """The bot did something `wrong`; `detail` is for its author, with the traceback if any."""

    def __init__(self, wrong: Wrong, detail: str) -> None:
        super().__init__(f"The bot {wrong}. {detail}".strip())
        self.wrong = wrong
        self.detail = detail


class Bot:
    """A bot by its file, in a process of its own: `with Bot(file) as bot: bot.ask(...)`.

    A bot that hangs or ends is killed, with the processes that it started, and started anew when it
    is next asked. Its process is not told the token. Not for several threads at once.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._asked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Load the bot, if it is not. Raises BotError."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        if not self.file.is_file():
            raise BotError(Wrong.UNLOADABLE, f"There is no file {self.file}.")
        self._process = subprocess.Popen(
            _command(self.file),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=without_token(os.environ),
            start_new_session=True,
        )
        self._replies = queue.SimpleQueue()
        assert self._process.stdout  # noqa: S101  # it is a pipe
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._replies), daemon=True
        ).start()
        self._reply(0, START)

    def ask(self, question: Question, limit: float) -> str:
        """The canonical text of the bot's legal move, or its choice of side, within `limit`
        seconds. Raises BotError."""
        self.start()
        assert self._process  # noqa: S101  # it was just started
        assert self._process.stdin  # noqa: S101
        try:
            self._asked += 1
            line = replace(question, number=self._asked).line() + "\n"
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        except OSError as error:
            raise self._gone() from error
        return self._reply(self._asked, limit).move

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        process.wait()
        with suppress(OSError):  # what was written last has nowhere to go
            if process.stdin:
                process.stdin.close()

    def _reply(self, number: int, limit: float) -> Reply:
        """The reply to question `number`. Another is late, or from a fork of the bot."""
        end = time.monotonic() + limit
        while True:
            try:
                reply = self._next_reply(end - time.monotonic())
            except queue.Empty:
                self.close()
                raise BotError(Wrong.SLOW, f"It did not answer within {limit:.1f} s.") from None
            if reply.number == number:
                break
        if reply.wrong:
            raise BotError(reply.wrong, reply.detail)
        return reply

    def _next_reply(self, seconds: float) -> Reply:
        if seconds <= 0:
            raise queue.Empty
        line = self._replies.get(timeout=seconds)
        if line is None:
            raise self._gone()
        try:
            return Reply.read(line)
        except ValueError:
            self.close()
            raise BotError(Wrong.GARBLED, f"It wrote {line[:SHOWN]!r}.") from None

    def _gone(self) -> BotError:
        with suppress(subprocess.TimeoutExpired):
            if self._process:
                self._process.wait(END)
        status = self._process and self._process.returncode
        self.close()
        return BotError(Wrong.GONE, f"Its exit status was {status}.")


def without_token(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name != TOKEN_VARIABLE}


def _command(file: Path) -> list[str]:
    """Starts `child.main` from wherever this package is: a zipapp or a folder."""
    package = __name__.rpartition(".")[0]
    home = Path(__file__).absolute().parents[package.count(".") + 1]
    return [sys.executable, "-P", "-c", _CHILD.format(f"{package}.child"), str(file), str(home)]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """With the processes that it started, where the system knows them as a group."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _listen(pipe: IO[bytes], replies: "queue.SimpleQueue[bytes | None]") -> None:
    """Put each line, and None at the end."""
    with pipe:
        while line := pipe.readline(LONGEST_REPLY):
            replies.put(line)
    replies.put(None)
