"""Starts the parts of the site, starts again what dies, and ends them all."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self

from sumendi_site.up import guard
from sumendi_site.up.child import Child

TICK = 0.1
ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Supervisor:
    """Use it in a `with` block: whatever was started has ended after it.

    A signal to end only sets `ending`; the block looks at it between its steps.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.ending = False
        self._say = say
        self._children: list[Child] = []
        self._guard: subprocess.Popen[bytes]
        self._announcements = -1

    def __enter__(self) -> Self:
        self._handlers = {number: signal.signal(number, self._end_soon) for number in ENDING}
        self._start_guard()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        broker, others = self._groups(self._children[:1]), self._groups(self._children[1:])
        guard.end([others, broker], alive=self._alive)
        os.close(self._announcements)
        self._guard.wait()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def start(self, child: Child) -> None:
        """Start a part of the site. The first one started is the last one to be ended."""
        self._children.append(child)
        child.start(self._announcements)

    def watch(self) -> None:
        """Keep the parts running until a signal says to end.

        Raises `GaveUpError` when a part that the site needs keeps ending.
        """
        while not self.ending:
            self.restart_ended()
            time.sleep(TICK)

    def restart_ended(self) -> None:
        if self._guard.poll() is not None:
            os.close(self._announcements)
            self._start_guard()
            self._say("The guard ended; there is a new one.")
        for child in self._children:
            if child.has_ended():
                self._bury(child)
            elif child.is_due():
                child.start(self._announcements)

    def _bury(self, child: Child) -> None:
        how = child.last_word()
        self._strike_off(child.forget_process())
        pause = child.plan_restart()
        self._say(f"The {child.name} ended {how}; it starts again in {pause:g} s.")
        if child.keeps_ending():
            self._say(
                f"The {child.name} keeps ending soon after its start; the site goes on without."
            )

    def _end_soon(self, number: int, frame: FrameType | None) -> None:
        self.ending = True

    def _start_guard(self) -> None:
        reading, self._announcements = os.pipe()
        self._guard = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(guard.__file__))],
            stdin=reading,
            start_new_session=True,
        )
        os.close(reading)
        for group in self._groups(self._children):
            os.write(self._announcements, b"+%d\n" % group)

    def _strike_off(self, group: int) -> None:
        with contextlib.suppress(BrokenPipeError):  # the guard's successor is not told of it
            os.write(self._announcements, b"-%d\n" % group)

    @staticmethod
    def _groups(children: Iterable[Child]) -> list[int]:
        return [child.process.pid for child in children if child.process is not None]

    def _alive(self, group: int) -> bool:
        """Reaps ended leaders, which would otherwise count as alive for ever."""
        for child in self._children:
            child.has_ended()
        return guard.alive(group)
