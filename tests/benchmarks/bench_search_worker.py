"""How fast house levels reply, and whether anything goes wrong:
`python tests/benchmarks/bench_search_worker.py [--games 200] [--kills 0]`.

The whole site runs as `manage.py up` starts it, on its own SQLite and broker unless the environment
names others (`python -m tests.stack python tests/benchmarks/...`). Its one worker that searches
plays games between the levels, the sizes in turn, some at the same time. Prints figures and asserts
none of them; ends with code 1 when a game did not come to its score, a ply is not the one that its
level chooses, the rows contradict each other, or the log tells of an error. Two cores play 200
games in about five minutes.

`--kills` ends the worker by SIGKILL so many times on the way.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.processes import TICKS, processor_time, ticks
from tests.stack.site import ROOT, Site, running_site

COLD = 3
QUIET = 3
PATIENCE = 120.0
LONG_LIFE = 11.0
"""Seconds; the supervisor pauses the longer, the oftener a shorter life ends."""


def main() -> None:
    given = arguments()
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "var" / "kernels"))
    subprocess.run([sys.executable, "-m", "games.search.warm"], cwd=ROOT, check=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder) / "site", SUMENDI_DEMO="0") as site,
    ):
        before = len(site.output())
        worker = Worker(site)
        print("From the start of a cold worker to its first answer:   goal < 8 s")
        print(f"  {', '.join(worker.cold_starts(COLD))}")
        print(inside(site, f"quiet({QUIET}, {worker.pid})"))
        if given.own:
            print(inside(site, f"crowd({given.own})"))
        kills = play(site, worker, given)
        print(inside(site, f"report({kills})"))
        print(f"The worker had at most {worker.most_memory()} MB   goal < 400 MB")
        faults = json.loads(inside(site, "faults()")) + errors(site.output()[before:])
    print(f"The machine had a load of {os.getloadavg()[1]:.1f} in the last five minutes.")
    print(*faults or ["No fault."], sep="\n")
    sys.exit(bool(faults))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=4, help="games that run at the same time")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--own", type=int, default=20, help="turns that one person hands over")
    return parser.parse_args()


def inside(site: Site, code: str) -> str:
    return site.shell(f"from tests.benchmarks.house_games import *; {code}")


class Worker:
    """The process that searches, one after the other."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._memory = 0
        self.pid = site.until(lambda: next(iter(site.children("search_worker")), None))

    def most_memory(self) -> int:
        """Megabytes, of all processes so far."""
        told = Path(f"/proc/{self.pid}/status").read_text()
        kilobytes = int(re.search(r"VmHWM:\s+(\d+) kB", told)[1])
        self._memory = max(self._memory, kilobytes // 1024)
        return self._memory

    def kill(self) -> float:
        """End the process, once it has lived for long enough. Returns when that was."""
        time.sleep(max(0.0, self.started() + LONG_LIFE - time.time()))
        self.most_memory()
        killed, old = time.time(), self.pid
        os.kill(old, signal.SIGKILL)
        (self.pid,) = self._site.until(lambda: self._site.children("search_worker") - {old})
        return killed

    def started(self) -> float:
        """When the process was, in seconds of the epoch."""
        up = float(Path("/proc/uptime").read_text().split()[0])
        return time.time() - up + ticks(self.pid)[18] / TICKS

    def cold_starts(self, times: int) -> list[str]:
        """What a turn takes that waits when the process starts and loads what is compiled."""
        took = []
        for number in range(times):
            self.kill()
            game = inside(self._site, f"begin_turn('early-{number}', 4)")
            answered = float(inside(self._site, f"answered_at({game})"))
            computed = processor_time(self.pid)
            took.append(f"{answered - self.started():.1f} s ({computed:.1f} s computed)")
        return took


def play(site: Site, worker: Worker, given: argparse.Namespace) -> list[float]:
    """Let the levels play; returns when the worker was killed."""
    begun, moved, before = time.monotonic(), time.monotonic(), 0
    games, killed = given.games, list[float]()
    while True:
        finished, plies = json.loads(inside(site, f"go_on({games}, {given.at_once})"))
        if finished >= games:
            print(f"{games} games were played in {time.monotonic() - begun:.0f} s")
            return killed
        if plies > before:
            moved, before = time.monotonic(), plies
        if time.monotonic() > moved + PATIENCE:
            print(f"Nothing was played for {PATIENCE:.0f} s")
            return killed
        if len(killed) < given.kills and finished > (len(killed) + 1) * games // (given.kills + 1):
            killed.append(worker.kill())
        time.sleep(0.5)


def errors(log: str) -> list[str]:
    return [line for line in log.splitlines() if re.search("ERROR|CRITICAL|Traceback", line)]


if __name__ == "__main__":
    main()
