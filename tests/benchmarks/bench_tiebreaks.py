"""Tie-breaks and report files: `python tests/benchmarks/bench_tiebreaks.py`. Asserts nothing.

Each figure is processor time, the least of some runs; the goal stands beside it.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tournaments.swiss.event import Event  # noqa: E402
from tournaments.swiss.generator import generate  # noqa: E402
from tournaments.swiss.standings import standings  # noqa: E402
from tournaments.swiss.tiebreaks import parse_list  # noqa: E402
from tournaments.swiss.trf import Report, read, write  # noqa: E402

PLAYERS, ROUNDS = 1000, 11
RUNS = 5
LISTS = (
    ("the usual list", "DE,BH/C1,BH,SB,WIN,TPN"),
    ("10 codes", "DE,BH/C1,BH,BH/M1,SB,SB/C1,WIN,PS,AOB,TPN"),
    ("10 codes, ratings", "DE,ARO,ARO/C1,TPR,PTP,APRO,APPO,FB,KS,RTNG"),
)


def by_score(event: Event) -> list[tuple[int, int | None]]:
    """Neighbours by score, whether they met or not: as good as any pairing to add up results."""
    present = [player for player in event.players if not event.is_absent(player)]
    ranked = sorted(present, key=lambda player: (-event.score(player), player.number))
    numbers: list[int | None] = [player.number for player in ranked]
    if len(numbers) % 2:
        numbers.append(None)
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(white, black) for white, black in pairs if white is not None]


def seconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    event = generate(PLAYERS, ROUNDS, seed=1, boards=by_score)
    print(f"{PLAYERS} players, {ROUNDS} rounds")
    for name, codes in LISTS:
        listed = parse_list(codes)
        took = seconds(lambda listed=listed: standings(event, listed))
        print(f"standings, {name:20} {took:6.3f} s  (goal: under 1 s)")
    report = Report(event, name="Benchmark")
    data = write(report)
    reading, writing = seconds(lambda: read(data)), seconds(lambda: write(report))
    print(f"report of {len(data):,} bytes read in {reading:.3f} s and written in {writing:.3f} s,")
    print(f"together {reading + writing:.3f} s  (goal: under 0.3 s)")


if __name__ == "__main__":
    main()
