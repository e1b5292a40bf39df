"""What a sandbox costs: `python tests/benchmarks/bench_sandbox.py`. Prints figures, asserts none.

A bot that answers at once, alone and 64 at once, in each kind of sandbox, beside the same program
as a bare process.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.bots.sandbox import Limits, Program, bwrap, landlock
from games.bots.sandbox.interpreter import interpreter

REPEATS, AT_ONCE = 50, 64
TEXT = b'input(); print(\'{"move": "d4"}\')'
ANSWER = b'{"move": "d4"}\n'
QUESTION = b"{}\n"


def main() -> None:
    show("bare", run_bare)
    for kind in (bwrap, landlock):
        verdict = kind.probe()
        if verdict.holds:
            show(kind.NAME, lambda kind=kind: kind.run(PROGRAM, QUESTION, LIMITS).stdout)
        else:
            print(f"{kind.NAME:10}{verdict.reason}")
    print("goal: a median below 60 ms in each kind")


PROGRAM = Program({"main.py": TEXT})
LIMITS = Limits(wall=60)


def run_bare() -> bytes:
    command = [interpreter().program, "-s", "-S", "-c", TEXT]
    return subprocess.run(command, input=QUESTION, capture_output=True, env={}).stdout


def show(name: str, run: Callable[[], bytes]) -> None:
    run()
    before = os.times()
    alone = [seconds(run) for _ in range(REPEATS)]
    after = os.times()
    worked = sum(after[:4]) - sum(before[:4])
    together = seconds(lambda: many(run))
    print(
        f"{name:10}{statistics.median(alone) * 1000:6.1f} ms median"
        f"{max(alone) * 1000:8.1f} ms at most{worked / REPEATS * 1000:8.1f} ms computed"
        f"{together:8.2f} s for {AT_ONCE} at once"
    )


def many(run: Callable[[], bytes]) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda _: run(), range(AT_ONCE)))
    assert answers == [ANSWER] * AT_ONCE


def seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
