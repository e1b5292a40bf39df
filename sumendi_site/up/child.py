"""One part of the site: a process that is started, watched and started again."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sumendi_site.up import guard
from sumendi_site.up.errors import GaveUpError

SHORT_LIFE = 10.0
"""Seconds; who lives shorter counts as broken rather than as ended by accident."""
SHORT_LIVES_ALLOWED = 5
FIRST_PAUSE = 0.5
"""Seconds until the first new start; each short life doubles it."""
LONGEST_PAUSE = 60.0
"""Seconds; until a dispensable part that keeps ending is tried again."""


@dataclass
class Child:
    """A part of the site and its process; the process leads a group of its own.

    Without a `dispensable` part the site goes on, however often that part ends.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    keep_open: Sequence[int] = ()
    last_words: str = "in the lines above"
    dispensable: bool = False
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    start_again: float | None = None
    short_lives: int = 0

    def start(self, announcements: int) -> None:
        """Start the process; it announces itself to the guard before it becomes its program."""
        self.process = subprocess.Popen(
            self.command,
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL,
            pass_fds=self.keep_open,
            start_new_session=True,
            preexec_fn=lambda: _announce(announcements),
        )
        self.started = time.monotonic()
        self.start_again = None

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def last_word(self) -> str:
        """How an ended process ended, for the operator."""
        code = self.process.poll() if self.process is not None else None
        if code is not None and code < 0:
            return f"by {signal.Signals(-code).name}"
        return f"with code {code}"

    def plan_restart(self) -> float:
        """Decide when to start an ended process again; returns the pause in seconds.

        Raises `GaveUpError` when a part that the site needs keeps ending soon after its start.
        """
        now = time.monotonic()
        self.short_lives = self.short_lives + 1 if now - self.started < SHORT_LIFE else 1
        if self.keeps_ending() and not self.dispensable:
            raise GaveUpError(
                f"The {self.name} keeps ending soon after its start. "
                f"Its last words are {self.last_words}."
            )
        pause = LONGEST_PAUSE
        if not self.keeps_ending():
            pause = FIRST_PAUSE * 2.0 ** (self.short_lives - 1)
        self.start_again = now + pause
        return pause

    def keeps_ending(self) -> bool:
        return self.short_lives > SHORT_LIVES_ALLOWED

    def is_due(self) -> bool:
        return self.start_again is not None and time.monotonic() >= self.start_again

    def forget_process(self) -> int:
        """End what is left of the group of an ended process; returns the group."""
        assert self.process is not None  # noqa: S101
        group = self.process.pid
        guard.kill(group)
        self.process = None
        return group


def _announce(announcements: int) -> None:
    with contextlib.suppress(BrokenPipeError):  # the supervisor tells the guard's successor
        os.write(announcements, b"+%d\n" % os.getpid())


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
