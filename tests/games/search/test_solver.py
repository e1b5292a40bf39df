from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from games.rules import SIZES, Position, Result, Side
from games.search import endings
from games.search.board import OFF, start_of
from games.search.solver import placements, prove
from games.search.state import LENGTH, NEAR, state_of
from tests.games.search.small import WORTH, crowded, minimax
from tests.games.search.small import endings as last_positions
from tests.rules.strategies import random_game

CROWDED = [crowded(size, seed, volcanoes=3) for size in SIZES for seed in range(15)]

# Full boards on which some moves win, draw or lose, but the best of both make a draw.
DRAWN = [(5, 67), (5, 91), (6, 48), (7, 74)]


def hard(size: int, seed: int = 1) -> Position:
    """The last position of a game with 14 placements or fewer, and not many fewer."""
    return next(p for p in random_game(size, seed) if len(p.placements()) <= 14)


def test_a_proof_is_what_plain_minimax_finds_at_the_end_of_games():
    for position in last_positions(4, placements=6, moves=10):
        assert WORTH[prove(position).result] == minimax(position)


def test_a_proof_is_what_plain_minimax_finds_on_full_boards():
    for position in CROWDED:
        assert WORTH[prove(position).result] == minimax(position)


@pytest.mark.parametrize(("size", "seed"), DRAWN)
def test_a_draw_is_proved_and_kept(size, seed):
    position = crowded(size, seed, volcanoes=3)
    assert minimax(position) == WORTH[Result.DRAW]
    proof = prove(position)
    assert proof.result is Result.DRAW
    assert minimax(position.play(proof.move)) == WORTH[Result.DRAW]


def test_the_move_of_a_proof_keeps_its_result():
    for position in (*CROWDED, *(hard(size) for size in SIZES)):
        proof = prove(position)
        if proof.move:
            assert prove(position.play(proof.move)).result == proof.result


def test_who_does_not_lose_has_a_move():
    for position in CROWDED:
        proof = prove(position)
        can_keep = not position.is_over and proof.result != position.turn.other
        assert (proof.move is not None) == can_keep


def test_a_finished_game_is_proved_without_a_look():
    final = random_game(6, 4)[-1]
    proof = prove(final)
    assert (proof.result, proof.move, proof.nodes) == (final.score().result, None, 0)


def test_more_placements_than_asked_for_are_left_alone():
    position = hard(6)
    count = len(position.placements())
    assert prove(position, most_placements=count)
    assert prove(position, most_placements=count - 1) is None


def test_a_proof_needs_as_many_nodes_as_it_says():
    nodes = prove(hard(6)).nodes
    assert prove(hard(6), most_nodes=nodes)
    assert prove(hard(6), most_nodes=nodes - 1) is None


def test_a_search_that_gives_up_leaves_the_position_as_it_was():
    sets, near = state_of(hard(7))
    before = sets.copy(), near.copy()
    result, move, made = endings.solve(start_of(7), sets, near, 14, 500, endings.new_table())
    assert (result, move) == (endings.UNKNOWN, -1)
    assert 0 < made <= 500
    assert (sets == before[0]).all()
    means_something = np.arange(LENGTH) != NEAR + OFF
    assert (near == before[1])[means_something].all()


def test_moves_that_do_not_fit_are_not_written():
    position = random_game(6, 1)[15]
    board, state = start_of(6), state_of(position)
    few = np.empty(50, np.int64)
    assert endings.expand(board, *state, *endings.placements(board, *state), few, 0)[0] == -1


def test_a_position_of_many_moves_is_given_up_soon():
    assert prove(random_game(7, 1)[12], most_placements=127, most_nodes=2_000) is None


def test_a_proof_does_not_depend_on_what_was_proved_before():
    alone = prove(hard(5))
    for position in CROWDED[:20]:
        prove(position)
    assert prove(hard(5)) == alone


def test_threads_prove_at_once_what_they_prove_alone():
    work = [hard(size, seed) for size in SIZES for seed in range(4)]
    alone = [prove(position) for position in work]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(prove, work)) == alone


@pytest.mark.parametrize("word", range(endings.WORDS))
def test_an_entry_counts_only_if_all_words_of_its_position_agree(word):
    position = hard(6)
    lie = -WORTH[prove(position).result] * (1 if position.turn is Side.BLACK else -1)
    assert solved_with(position, lie, changed=None) == lie
    assert solved_with(position, lie, changed=word) == -lie


def solved_with(position: Position, lie: int, changed: int | None) -> int:
    """The result where each entry of the table claims to know one of this very position, or of
    one with another word."""
    sets, near = state_of(position)
    table = endings.new_table()
    table[:-1, : endings.WORDS] = sets
    if changed is not None:
        table[:-1, changed] ^= 1
    table[:-1, endings.BOUNDS] = 1 << 4 | (lie + 1) << 2 | (lie + 1)
    return endings.solve(start_of(position.size), sets, near, 14, 100_000, table)[0]


@pytest.mark.parametrize("size", SIZES)
def test_placements_are_counted(size):
    assert all(placements(p) == len(p.placements()) for p in random_game(size, 9)[::5])


@pytest.mark.parametrize("turn", list(Side))
def test_the_mover_may_be_either_side(turn):
    assert any(prove(p).result == turn for p in CROWDED if p.turn is turn)
