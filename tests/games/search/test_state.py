"""The kernels say what the rules say."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from games.rules import SIZES, Move, Position, Result
from games.rules.board import members
from games.search import endings
from games.search.board import NEIGHBOUR, start_of
from games.search.playouts import count_results
from games.search.scores import lead
from games.search.state import (
    FIRST_SPILL,
    LINES,
    NEAR,
    SPILL_BITS,
    TURN,
    is_legal,
    move_of,
    pick,
    spread,
    state_of,
)
from tests.games.search import kernels
from tests.rules.strategies import random_game

VECTORS = Path(__file__).parents[2] / "data" / "vectors" / "positions.jsonl"
CASES = [json.loads(line) for line in VECTORS.read_text().splitlines()]


@lru_cache(maxsize=1)
def positions() -> list[Position]:
    """Every third position of two games of each size, the final ones as well."""
    games = [random_game(size, seed) for size in SIZES for seed in (1, 2)]
    return [position for game in games for position in (*game[:-1:3], game[-1])]


def replay(case: dict) -> Position:
    position = Position.start(case["size"])
    for move in case["moves"]:
        position = position.play(move)
    return position


def open_cells(position: Position) -> tuple[int, int]:
    return endings.placements(start_of(position.size), *state_of(position))


def all_codes(position: Position) -> np.ndarray:
    moves = np.empty(20_000, np.int64)
    board, state = start_of(position.size), state_of(position)
    end, _, _ = endings.expand(board, *state, *open_cells(position), moves, 0)
    assert end >= 0
    return moves[:end]


def code_of(position: Position, move: Move) -> int:
    """The number of a legal move."""
    board, index = start_of(position.size), position.board.index
    cell, targets = index[move.placement], {index[s.source]: index[s.target] for s in move.spills}
    sources = [int(n) for n in NEIGHBOUR[board + cell] if int(n) in targets]
    code = cell | len(sources) << 7
    for i, source in enumerate(sources):
        white = position.white >> source & 1
        code |= (targets[source] | white << 7) << (FIRST_SPILL + SPILL_BITS * i)
    return code


def lead_of(position: Position) -> int:
    counts, beside = np.zeros(14, np.int64), np.zeros(28, np.int64)
    return lead(start_of(position.size), *state_of(position), counts, beside)


def legal_cells(position: Position) -> Iterator[int]:
    return (position.board.index[name] for name in position.placements())


def test_a_cell_is_legal_if_the_rules_allow_a_placement():
    for position in positions():
        board, state = start_of(position.size), state_of(position)
        cells = members((1 << len(position.board.cells)) - 1)
        legal = [cell for cell in cells if is_legal(board, *state, cell)]
        assert position.board.names(sum(1 << cell for cell in legal)) == position.placements()


def test_the_set_of_placements_is_that_of_the_rules():
    for position in positions():
        low, high = open_cells(position)
        cells = (low & (1 << 64) - 1) | high << 64
        assert position.board.names(cells) == position.placements()


def test_the_targets_of_a_placement_are_those_of_the_rules():
    targets = np.zeros((6, 36), np.int64)
    counts, colours = np.zeros(6, np.int64), np.zeros(6, np.int64)
    for position in positions():
        board, state, names = start_of(position.size), state_of(position), position.board.cells
        for cell in legal_cells(position):
            sources = spread(board, *state, cell, targets, counts, colours)
            reached = [
                sorted(names[target] for target in targets[i, : counts[i]]) for i in range(sources)
            ]
            expected = position.targets(names[cell])
            assert sorted(reached) == sorted(expected.values())
            blacks = sum(position.black >> position.board.index[name] & 1 for name in expected)
            assert sources - colours[:sources].sum() == blacks


@pytest.mark.parametrize("size", SIZES)
def test_a_move_makes_the_state_of_the_next_position(size):
    game = random_game(size, 5)
    state = state_of(game[0])
    for before, after in pairwise(game):
        kernels.make(start_of(size), *state, code_of(before, move_between(before, after)))
        expected = state_of(after)
        cells = slice(NEAR, NEAR + len(after.board.cells))
        assert (state[0] == expected[0]).all()
        assert (state[1][:LINES] == expected[1][:LINES]).all()
        assert (state[1][cells] == expected[1][cells]).all()
        assert state[1][TURN] == expected[1][TURN]


def move_between(before: Position, after: Position) -> Move:
    """The move that was played; its spills may be another choice with the same result."""
    (cell,) = members(after.volcanoes & ~before.volcanoes)
    moves = before.moves_for(before.board.cells[cell])
    return next(move for move in moves if before.play(move) == after)


def test_the_lead_is_that_of_the_rules_at_the_height_that_decides():
    for position in positions():
        score = position.score()
        decided = [level for level in score.levels if level.height == score.decided]
        assert lead_of(position) == sum(level.black - level.white for level in decided)


def test_each_move_has_one_number_of_its_own():
    for position in positions()[::2]:
        for code in all_codes(position)[:300].tolist():
            assert code_of(position, move_of(position, code)) == code


def small_choice(size: int) -> tuple[Position, int, dict[int, int]]:
    """A placement with 10 to 40 full moves, and these, counted from nought."""
    for position in random_game(size, 8):
        for cell in legal_cells(position):
            moves = list(position.moves_for(position.board.cells[cell]))
            if 10 <= len(moves) <= 40 and len(moves[0].spills) > 1:
                return position, cell, {code_of(position, move): 0 for move in moves}
    raise AssertionError


@pytest.mark.parametrize("size", SIZES)
def test_all_full_moves_of_a_placement_are_drawn_about_as_often(size):
    position, cell, expected = small_choice(size)
    drawn = np.zeros(400 * len(expected), np.int64)
    kernels.draw(start_of(size), *state_of(position), cell, np.uint64(7), drawn)
    found = Counter(drawn.tolist())
    assert found.keys() == expected.keys()
    assert 300 < min(found.values()) <= max(found.values()) < 500


@pytest.mark.parametrize("seed", [1, 2**63 + 5])
def test_what_is_picked_in_order_is_a_legal_move(seed):
    for position in positions():
        for cell in legal_cells(position):
            code = pick(start_of(position.size), *state_of(position), cell, np.uint64(seed))
            position.play(move_of(position, code))


def test_nothing_is_picked_for_a_placement_without_a_full_move():
    stuck = [
        (position, cell)
        for position in positions()
        for cell in members((1 << len(position.board.cells)) - 1 & ~position.occupied)
        if position.board.cells[cell] not in position.placements() and position.height_at(cell)
    ]
    assert len(stuck) > 20
    for position, cell in stuck:
        assert pick(start_of(position.size), *state_of(position), cell, np.uint64(3)) == -1


@pytest.mark.parametrize("size", SIZES)
def test_a_finished_game_is_played_out_as_what_it_is(size):
    final = random_game(size, 3)[-1]
    results = np.zeros(4, np.int64)
    count_results(start_of(size), *state_of(final), 5, np.uint64(1), results)
    order = [Result.BLACK, Result.WHITE, Result.DRAW]
    assert results.tolist() == [5 * (final.score().result == result) for result in order] + [0]


def test_random_games_last_as_long_as_those_of_the_rules():
    results = np.zeros(4, np.int64)
    count_results(start_of(6), *state_of(Position.start(6)), 2_000, np.uint64(1), results)
    by_rules = [len(random_game(6, seed)) - 1 for seed in range(20)]
    assert abs(results[3] / 2_000 - np.mean(by_rules)) < 1
    assert results[:3].sum() == 2_000


def test_the_positions_of_the_vectors_have_their_full_moves():
    for case in CASES:
        if case["kind"] == "position":
            position = replay(case)
            codes = all_codes(position)
            assert len(codes) == case["count"]
            if case["count"] <= 300:
                texts = sorted(str(move_of(position, code)) for code in codes.tolist())
                assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == case["sha256"]


def test_the_final_positions_of_the_vectors_have_their_leads():
    for case in CASES:
        if case["kind"] == "final":
            levels = [level for level in case["levels"] if level[0] == case["decided"]]
            assert lead_of(replay(case)) == sum(b + bl - w - wl for _, b, bl, w, wl in levels)
