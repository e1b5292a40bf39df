"""The rules in the page's scripts, against the rules in Python."""

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.rules import MoveError, Position, RulesError
from tests.stack import parts

HERE = Path(__file__).parent
VECTORS = HERE.parents[1] / "data" / "vectors" / "positions.jsonl"
GAMES = 200


def random_game(chance: random.Random, size: int) -> Iterator[dict[str, Any]]:
    """Each move of a game up to its end, with what the rules say before and after it. The score is
    told of every fifth position or so, for the time, and of the last."""
    position = Position.start(size)
    while not position.is_over:
        placements = position.placements()
        placement = chance.choice(placements)
        move = random_move(chance, position, placement)
        after = position.play(move)
        yield {
            "placements": " ".join(placements),
            "targets": position.targets(placement),
            "move": move,
            "after": str(after),
            "over": after.is_over,
            "score": score(after) if after.is_over or chance.random() < 0.2 else None,
        }
        position = after


def random_move(chance: random.Random, position: Position, placement: str) -> str:
    targets = position.targets(placement)
    for _ in range(20):
        chosen = [chance.choice(cells) for cells in targets.values()]
        if len(set(chosen)) == len(chosen):
            pairs = list(zip(targets, chosen, strict=True))
            chance.shuffle(pairs)
            spills = ",".join(f"{source}-{target}" for source, target in pairs)
            return f"{placement}:{spills}" if spills else placement
    return str(position.first_move(placement))


def score(position: Position) -> list[Any]:
    """As the scripts tell it: the rows of the vectors, the common heights, and who leads."""
    found = position.score()
    return [found.levels, found.common, found.decided, found.result]


def illegal_moves() -> Iterator[dict[str, Any]]:
    """The vectors' illegal moves, each with the sentence that Python says."""
    cases = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    for case in [case for case in cases if case["kind"] == "illegal"]:
        position = Position.start(case["size"])
        for move in case["moves"]:
            position = position.play(move)
        try:
            position.play(case["bad"])
        except MoveError as error:
            yield {"position": str(position), "bad": case["bad"], "sentence": str(error)}


def bad_positions() -> Iterator[dict[str, str]]:
    empty = str(Position.start(5))
    buried = "5/6/7/3BB3/3BBB3/3BB3/7/6/5 w"
    for text in (empty[:-1], empty[:-2], "5 b", empty.replace("9", "8"), "x" + empty, buried):
        try:
            Position.parse(text)
        except RulesError as error:
            yield {"text": text, "sentence": str(error)}


def test_the_scripts_know_the_same_rules_as_python(tmp_path: Path) -> None:
    node = parts.program("node", package="nodejs")
    chance = random.Random(9)
    told = tmp_path / "told.json"
    games = [
        {"size": size, "moves": list(random_game(chance, size))}
        for size in (chance.choice((5, 6, 7)) for _ in range(GAMES))
    ]
    bad = {"moves": list(illegal_moves()), "positions": list(bad_positions())}
    told.write_text(json.dumps({"games": games, "bad": bad}))
    run = subprocess.run(
        [node, HERE / "rules.test.mjs"],
        env={"TOLD": str(told), "VECTORS": str(VECTORS)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
