"""The page's scripts, under node's own test runner."""

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.rules import Node, Position, partial_turn
from games.services.lines import Lines
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


def prepared() -> Iterator[dict[str, Any]]:
    """Trees of conditional moves at random. What their plies are called does not matter here, but
    for the choice of side."""
    chance = random.Random(2)
    for _ in range(100):
        seat, swapped = chance.choice(["first", "second"]), chance.random() < 0.5
        before = chance.randrange(5)
        lines = Lines(seat, before + 1, swapped and before >= 2, branches(before + 1, chance))
        line = next(iter(paths(lines.children, chance)))[: chance.randrange(4)]
        own = [(path, lines.after(*path).is_own_ply) for path in paths(lines.children, chance)]
        game = {"seat": seat, "swapped": lines.swapped, "pliesBefore": before, "line": line}
        yield {
            "game": {**game, "isRunning": True},
            "children": [child.data() for child in lines.children],
            "own": own,
            "alive": lines.after(*line).count,
        }


def branches(ply: int, chance: random.Random, depth: int = 6) -> tuple[Node, ...]:
    texts = ["swap", "keep"] if ply == 2 else ["a1", "i9", "e5"]
    chosen = chance.sample(texts, chance.randint(0 if depth < 6 else 1, 2)) if depth else []
    return tuple(Node(text, children=branches(ply + 1, chance, depth - 1)) for text in chosen)


def paths(children: tuple[Node, ...], chance: random.Random) -> list[list[str]]:
    """Some of the ways through a tree, from the first ply on."""
    found = [
        [child.text, *path]
        for child in children
        for path in (paths(child.children, chance) or [[]])
    ]
    return chance.sample(found, min(4, len(found)))


def test_the_scripts_pass_their_own_tests(tmp_path: Path) -> None:
    node = parts.program("node", package="nodejs")
    cases = tmp_path / "turns.json"
    cases.write_text(json.dumps(list(turns())))
    lines = tmp_path / "lines.json"
    lines.write_text(json.dumps(list(prepared())))
    run = subprocess.run(
        [node, "--test", *map(str, sorted(HERE.glob("*.test.mjs")))],
        env={"TURNS": str(cases), "LINES": str(lines)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
