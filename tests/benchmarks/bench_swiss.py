"""How fast rounds are paired: `python tests/benchmarks/bench_swiss.py [--quick]`.

Prints figures, asserts none: seconds of the processor, on one core. Random events with byes,
forfeits and late entries are paired after 1, 3, 5 and 8 rounds; at last gacrux pairs one position
of each size but the largest, for the ratio. `--quick` takes a tenth of the events and leaves out
gacrux at 1,000 players.
"""

import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))

from gacrux.pairingchecker import pairingchecker

from tournaments.swiss.event import Event
from tournaments.swiss.generator import Boards, Chances, dutch_boards, generate
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.trf import Report, write

AFTER = (1, 3, 5, 8)
UNRULY = Chances(late_entry=15, absence=10, half_bye=8, full_bye=1, forfeit=10)
SIZES = (
    (20, 50, "median < 0.01 s"),
    (200, 50, "median < 0.1 s, worst < 5 s"),
    (1000, 20, "median < 0.5 s, worst < 10 s, 150 MB"),
    (5000, 1, "worst < 20 s"),
)


def main(is_quick: bool) -> None:
    kept: list[Event] = []
    for players, events, goal in SIZES:
        taken: dict[int, list[float]] = {after: [] for after in AFTER}
        for seed in range(1, max(1, events // 10 if is_quick else events) + 1):
            chances = Chances() if seed % 2 else UNRULY
            generate(players, 9, seed, chances=chances, boards=timing(taken, kept))
        show(players, taken, goal)
    for event in kept[: 2 if is_quick else 3]:
        compare(event)


def timing(taken: dict[int, list[float]], kept: list[Event]) -> Callable[[Event], Boards]:
    """Pairs rounds and notes the seconds; keeps the first event of a size after 5 rounds."""

    def boards(event: Event) -> Boards:
        begun = time.process_time()
        pairs = list(dutch_boards(event))
        if event.finished in taken:
            taken[event.finished].append(time.process_time() - begun)
        if event.finished == 5 and len(event.players) not in {len(e.players) for e in kept}:
            kept.append(event)
        return pairs

    return boards


def show(players: int, taken: dict[int, list[float]], goal: str) -> None:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{players:,} players; goal {goal}; the process has needed {memory} MB")
    for after, seconds in taken.items():
        median, worst, of = statistics.median(seconds), max(seconds), len(seconds)
        print(f"  after round {after}: median {median:.4f} s, worst of {of} {worst:.4f} s")


def compare(event: Event) -> None:
    """The same position with gacrux, reading and writing of files included."""
    begun = time.process_time()
    pair_round(event)
    ours = time.process_time() - begun
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "event.trf"), Path(folder, "pairs.json")
        source.write_bytes(write(Report(event, name="Measured")))
        call = ["pairingchecker", "-i", str(source), "-o", str(target), "-p"]
        begun = time.process_time()
        with patch.object(sys, "argv", call):
            pairingchecker().common_main()
        theirs = time.process_time() - begun
    size, ratio = len(event.players), theirs / ours
    print(f"{size:,} players once more: {ours:.4f} s, gacrux {theirs:.2f} s, ratio {ratio:.0f}")


if __name__ == "__main__":
    main("--quick" in sys.argv[1:])
