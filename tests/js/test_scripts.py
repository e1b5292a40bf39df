"""The page's scripts, under node's own test runner."""

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.rules import Position, partial_turn
from tests.stack import parts

HERE = Path(__file__).parent
VECTORS = HERE.parent / "data" / "vectors" / "positions.jsonl"


def turns() -> Iterator[dict[str, Any]]:
    """Turns in every second position of the vectors, entered spill by spill at random."""
    chance = random.Random(1)
    cases = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    for case in [case for case in cases if case["kind"] == "position"][::2]:
        position = Position.start(case["size"])
        for move in case["moves"]:
            position = position.play(move)
        placements = position.placements()
        for placement in chance.sample(placements, min(6, len(placements))):
            yield from entered(position, placement, chance)


def entered(position: Position, placement: str, chance: random.Random) -> Iterator[dict[str, Any]]:
    options = {placement: position.targets(placement)}
    chosen: dict[str, str] = {}
    while True:
        turn = partial_turn(position, placement, chosen)
        yield {
            "options": options,
            "placement": placement,
            "chosen": dict(chosen),
            "owing": turn.owing,
            "forced": turn.forced,
            "text": turn.move and str(turn.move),
        }
        if not turn.owing:
            return
        source = chance.choice(list(turn.owing))
        chosen[source] = chance.choice(turn.owing[source])


def test_the_scripts_pass_their_own_tests(tmp_path: Path) -> None:
    node = parts.program("node", package="nodejs")
    cases = tmp_path / "turns.json"
    cases.write_text(json.dumps(list(turns())))
    run = subprocess.run(
        [node, "--test", *map(str, sorted(HERE.glob("*.test.mjs")))],
        env={"TURNS": str(cases)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
