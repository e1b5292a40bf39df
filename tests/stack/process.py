"""Child processes that end with their block, and also when the tests themselves are killed."""

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 40.0
# Not imported: importing the site chooses its settings, also for the tests that a child runs.
GUARD = Path(__file__).parents[2] / "sumendi_site" / "up" / "guard.py"


@contextmanager
def child(
    command: Sequence[str | Path], end: signal.Signals = signal.SIGTERM, **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `command`; `end` is the signal that asks it to end."""
    watch = [sys.executable, "-I", "-S", GUARD]
    with (
        subprocess.Popen(watch, stdin=subprocess.PIPE, start_new_session=True) as watcher,
        subprocess.Popen(command, start_new_session=True, **options) as process,
    ):
        assert watcher.stdin
        watcher.stdin.write(b"+%d\n" % process.pid)
        watcher.stdin.flush()
        try:
            yield process
        finally:
            process.send_signal(end)
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()
        watcher.stdin.write(b"-%d\n" % process.pid)
