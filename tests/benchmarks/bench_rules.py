"""How fast the rules are: `python tests/benchmarks/bench_rules.py`. Prints figures, asserts none.

All figures are for size 6 and one core. The goals stand beside them; 301 is what Ludii 1.3, the
best general game system, was measured to play at random, in games a second.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from games.rules import Position  # noqa: E402
from tests.rules.strategies import random_game, random_move  # noqa: E402

VECTORS = ROOT / "tests" / "data" / "vectors"
LUDII = 301


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median(times: list[float]) -> float:
    return statistics.median(times)


def unknown(position: Position) -> Position:
    """The same position without what it knows from the ones before it."""
    return Position.parse(str(position))


def replay(moves: list[str]) -> None:
    position = Position.start(6)
    for move in moves:
        position = position.play(move)
    position.score()


def perft(position: Position, depth: int) -> int:
    if depth == 1:
        return position.count_moves()
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def widest_vector() -> Position:
    cases = map(json.loads, (VECTORS / "positions.jsonl").read_text().splitlines())
    case = next(case for case in cases if case.get("count") == 12575)
    position = Position.start(case["size"])
    for move in case["moves"]:
        position = position.play(move)
    return unknown(position)


def report(what: str, figure: str, goal: str) -> None:
    sys.stdout.write(f"{what:<52}{figure:>14}   {goal}\n")


def bench_questions(rng: random.Random) -> None:
    games = [random_game(6, seed) for seed in range(100)]
    middle = [game[len(game) // 2] for game in games]
    texts = [str(random_move(position, rng)) for position in middle]
    fresh = [unknown(position) for position in middle]

    plays = [seconds(lambda p=p, t=t: p.play(t)) for p, t in zip(fresh, texts, strict=True)]
    report("play(text), mid-game, median", f"{median(plays) * 1e6:.0f} us", "goal < 150 us")
    known = [
        seconds(position.play(text).placements)
        for position, text in zip(middle, texts, strict=True)
    ]
    report(
        "placements() after play(), mid-game, median",
        f"{median(known) * 1e6:.0f} us",
        "goal < 1 ms",
    )
    whole = [seconds(position.placements) for position in fresh]
    report(
        "placements() of a parsed position, median", f"{median(whole) * 1e6:.0f} us", "goal < 1 ms"
    )
    options = [seconds(position.options) for position in fresh]
    report("options(), mid-game, median", f"{median(options) * 1e6:.0f} us", "")
    scores = [seconds(game[-1].score) for game in games]
    report("score() at the end, median", f"{median(scores) * 1e6:.0f} us", "")


def bench_games(rng: random.Random) -> None:
    moves = []
    position = Position.start(6)
    while not position.is_over:
        moves.append(str(random_move(position, rng)))
        position = position.play(moves[-1])
    replays = [seconds(lambda: replay(moves)) for _ in range(50)]
    report(
        f"a game of {len(moves)} moves replayed and scored",
        f"{median(replays) * 1e3:.2f} ms",
        "goal < 8 ms",
    )
    count = 200
    took = seconds(lambda: [random_game(6, seed)[-1].score() for seed in range(count)])
    rate = count / took
    report(
        "random games through the public API",
        f"{rate:.0f} /s",
        f"goal 100; Ludii {LUDII} (ratio {rate / LUDII:.2f})",
    )


def bench_counting() -> None:
    widest = widest_vector()
    report(
        "12,575 full moves counted", f"{seconds(widest.count_moves) * 1e3:.2f} ms", "goal < 50 ms"
    )
    expected = json.loads((VECTORS / "perft.json").read_text())["sizes"]["5"]["perft"]["3"]
    start = time.perf_counter()
    nodes = perft(Position.start(5), 3)
    took = time.perf_counter() - start
    verdict = "as it should be" if nodes == expected else f"WRONG: should be {expected:,}"
    report(f"perft 3 on size 5: {nodes:,}", f"{took:.1f} s", verdict)


def main() -> None:
    rng = random.Random(1)
    bench_questions(rng)
    bench_games(rng)
    bench_counting()


if __name__ == "__main__":
    main()
