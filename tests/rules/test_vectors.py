import hashlib
import json
from pathlib import Path

import pytest

from games.rules import MoveError, Position

VECTORS = Path(__file__).parents[1] / "data" / "vectors"


def vectors(kind):
    lines = (VECTORS / "positions.jsonl").read_text().splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"] == kind]
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def replay(case):
    position = Position.start(case["size"])
    for move in case["moves"]:
        position = position.play(move)
    return position


def perft(position, depth):
    if depth == 1:
        return position.count_moves()
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def test_there_are_300_vectors():
    assert len((VECTORS / "positions.jsonl").read_text().splitlines()) == 300


@vectors("position")
def test_a_position_has_the_cells_placements_and_moves_of_its_vector(case):
    position = replay(case)
    assert position.turn == case["to_move"]
    assert position.cells() == case["cells"]
    assert position.placements() == case["placements"]
    assert position.count_moves() == case["count"]
    texts = sorted(map(str, position.moves()))
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == case["sha256"]


@vectors("position")
def test_a_position_read_from_text_has_the_same_placements(case):
    position = Position.parse(str(replay(case)))
    assert position.placements() == case["placements"]


@vectors("illegal")
def test_an_illegal_move_is_refused_with_the_reason_of_its_vector(case):
    with pytest.raises(MoveError) as error:
        replay(case).play(case["bad"])
    assert error.value.reason == case["reason"]


@vectors("final")
def test_a_finished_game_has_the_score_of_its_vector(case):
    position = replay(case)
    assert position.is_over
    score = position.score()
    assert [list(level) for level in score.levels] == case["levels"]
    assert list(score.common) == case["common"]
    assert score.decided == case["decided"]
    assert score.result == case["result"]


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_perft_counts_agree(size, depth):
    counts = json.loads((VECTORS / "perft.json").read_text())["sizes"][str(size)]["perft"]
    assert perft(Position.start(size), depth) == counts[str(depth)]
