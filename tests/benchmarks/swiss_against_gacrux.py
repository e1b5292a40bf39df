"""Compare events with gacrux: `python tests/benchmarks/swiss_against_gacrux.py [EVENTS] [SEED]`.

Prints every round that gacrux pairs otherwise; the exit code is 1 if there is one.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.tournaments.swiss.gacrux_says import Disagreement, disagreements
from tournaments.swiss.event import Event, Scoring
from tournaments.swiss.generator import Chances, generate

CHANCES = (
    Chances(),
    Chances(full_bye=2, forfeit=8, absence=8, late_entry=15),
    Chances(draw=60, half_bye=10),
    Chances(draw=5, forfeit=15, double_forfeit=30),
)
SCORINGS = (Scoring(), Scoring(), Scoring(win=30, draw=10), Scoring(allocated_bye=5))


FEWEST, MOST = 5, 60
"""Players of an event."""


def compared_event(seed: int, most: int) -> Event:
    """A random event of 5 to `most` players."""
    chance = Random(seed)
    players = chance.randint(FEWEST, most)
    return generate(
        players,
        chance.randint(3, min(11, players)),
        seed,
        chances=chance.choice(CHANCES),
        scoring=chance.choice(SCORINGS),
    )


def differences(seed: int, folder: Path, most: int = MOST) -> tuple[int, list[Disagreement]]:
    """How many rounds were compared, and those that differ."""
    event = compared_event(seed, most)
    return event.finished, disagreements(event, folder)


def main(events: int = 2000, first: int = 1) -> int:
    begun, rounds, found = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + events):
            count, differing = differences(seed, Path(folder))
            rounds += count
            found += len(differing)
            if seed % 50 == 0:
                print(f"up to seed {seed}: {rounds} rounds, {found} differ", flush=True)
            for one in differing:
                print(f"seed {seed}, round {one.round}")
                print(f"  only ours   {sorted(set(one.ours) - set(one.theirs))}")
                print(f"  only theirs {sorted(set(one.theirs) - set(one.ours))}", flush=True)
    taken = time.monotonic() - begun
    print(f"{events} events, {rounds} rounds, {found} differ; {taken:.0f} s")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
