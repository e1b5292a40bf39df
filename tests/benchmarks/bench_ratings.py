"""How fast ratings replay in memory: `python tests/benchmarks/bench_ratings.py [GAMES]`.

Prints figures, asserts none. The games are made beforehand; what writing the rows of a ledger
takes is told apart, by `bench_ratings_rows.py`.
"""

import collections
import random
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from ratings.facts import GameFacts, Seat
from ratings.replay import replay

GAMES, PLAYERS, BOTS = 1_000_000, 20_000, 200
START_OF_TIME = datetime(2026, 1, 1, tzinfo=UTC)
GAP = timedelta(minutes=2)


def main(games: int) -> None:
    facts = list(make_games(games))
    print(f"{games:,} games of {PLAYERS:,} players")
    whole, bare = show("replay", replay_all, facts), show("bare formula", bare_loop, facts)
    print(f"ratio of the processor's time {whole / bare:.1f}; goal of the replay < 20 s")


def show(name: str, work: Callable[[list[GameFacts]], None], facts: list[GameFacts]) -> float:
    """Print what the work took and return the processor's seconds."""
    begun, busy = time.perf_counter(), time.process_time()
    work(facts)
    taken, busy = time.perf_counter() - begun, time.process_time() - busy
    rate = len(facts) / taken
    print(f"{name:14} {taken:7.2f} s, of the processor {busy:7.2f} s {rate:12,.0f} games a second")
    return busy


def make_games(number: int) -> Iterator[GameFacts]:
    """Games of people and some bots, met at random; half of the bots' owners play as well."""
    chance = random.Random(4)
    seats = [
        Seat(n, n + BOTS if n <= BOTS else n, is_bot=n <= BOTS)
        for n in range(1, min(PLAYERS, number) + 1)
    ]
    for sequence in range(1, number + 1):
        first, second = chance.sample(seats, 2)
        finished = START_OF_TIME + sequence * GAP
        on_time = chance.random() < 0.05
        yield GameFacts(
            sequence=sequence,
            game=sequence,
            finished=finished,
            size=6,
            first=first,
            second=second,
            half_points=0 if on_time else chance.choice((0, 0, 0, 0, 1, 2, 2, 2, 2)),
            agreed_rated=True,
            is_event=False,
            termination="timeout" if on_time else "score",
            plies=40,
            timed_out=first.player if on_time else None,
            ran_out=finished if on_time else None,
            last_ply_before=finished - timedelta(days=3) if on_time else None,
        )


def bare_loop(facts: list[GameFacts]) -> None:
    """The formula on floats, K always 20: no rules, no rounding, nothing remembered."""
    ratings: dict[int, float] = {}
    for game in facts:
        first, second = game.first.player, game.second.player
        own, other = ratings.get(first, 1500.0), ratings.get(second, 1500.0)
        gain = 20 * (game.half_points / 2 - 1 / (1 + 10 ** ((other - own) / 400)))
        ratings[first], ratings[second] = own + gain, other - gain


def replay_all(facts: list[GameFacts]) -> None:
    collections.deque(replay(facts), maxlen=0)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
