"""The packed client in a process of its own, as its users run it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.stack.process import child

PATIENCE = 30.0


@dataclass
class Running:
    """A runner, and all that it has written so far."""

    process: subprocess.Popen[bytes]
    log: Path

    def output(self) -> str:
        return self.log.read_text()

    def says(self, pattern: str) -> re.Match[str]:
        """Wait until it has written `pattern`."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.output())):
            assert time.monotonic() < deadline, self.output()
            assert self.process.poll() is None or re.search(pattern, self.output()), self.output()
            time.sleep(0.02)
        return found

    def interrupt(self) -> int:
        """Ctrl+C; the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@contextmanager
def running_bot(
    pyz: Path, bot: Path, url: str, token: str, *options: str, log: Path
) -> Iterator[Running]:
    """`python sumendi.pyz play BOT --url URL`, until the block ends. The token travels by the
    environment; what the runner writes is in the file `log`."""
    command = [sys.executable, str(pyz), "play", str(bot), "--url", url, *options]
    environment = os.environ | {"SUMENDI_TOKEN": token}
    with (
        log.open("wb") as output,
        child(
            command, signal.SIGINT, env=environment, stdout=output, stderr=subprocess.STDOUT
        ) as process,
    ):
        yield Running(process, log)


def run(
    pyz: Path, *arguments: str, flags: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """A command of the client that ends by itself."""
    environment = {name: value for name, value in os.environ.items() if name != "SUMENDI_TOKEN"}
    return subprocess.run(
        [sys.executable, *flags, str(pyz), *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE * 2,
        check=False,
        env=environment,
    )
