"""The search as its callers see it."""

import pytest

from games.rules import SIZES, Position
from games.search.engine import Limits, search
from games.search.solver import prove
from tests.rules.strategies import random_game

FEW = Limits(simulations=200)


def middle(size: int, seed: int = 3) -> Position:
    game = random_game(size, seed)
    return game[len(game) // 2]


@pytest.mark.parametrize("size", SIZES)
def test_every_choice_is_a_legal_move(size):
    position = middle(size)
    for choice in search(position, FEW, seed=1).choices:
        position.play(choice.move)


def test_the_choices_come_most_visited_first_and_share_the_simulations():
    found = search(middle(6), FEW, seed=1)
    visits = [choice.visits for choice in found.choices]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == found.simulations == FEW.simulations


def test_no_move_is_listed_twice():
    moves = [choice.move for choice in search(middle(5), FEW, seed=1).choices]
    assert len(set(moves)) == len(moves)


def test_chances_are_between_nothing_and_all():
    assert all(0 <= choice.chance <= 1 for choice in search(middle(7), FEW, seed=1).choices)


def test_a_seed_repeats_a_search():
    assert search(middle(6), FEW, seed=5) == search(middle(6), FEW, seed=5)


def test_another_seed_makes_another_search():
    assert search(middle(6), FEW, seed=5) != search(middle(6), FEW, seed=6)


def test_looking_at_the_clock_changes_nothing():
    patient = Limits(simulations=1_200, seconds=600)
    assert search(middle(5), patient, seed=1) == search(middle(5), Limits(1_200), seed=1)


def test_a_search_ends_with_its_time():
    endless = Limits(simulations=10**9, seconds=0.01, nodes=50_000)
    assert 0 < search(middle(6), endless, seed=1).simulations < 10**6


def test_a_search_ends_when_its_tree_is_full():
    crowded = Limits(simulations=10**6, nodes=2_000)
    assert 0 < search(middle(6), crowded, seed=1).simulations < 2_000


def test_a_finished_game_cannot_be_searched():
    with pytest.raises(ValueError, match="over"):
        search(random_game(5, 1)[-1], FEW, seed=1)


# Random games of size 5 whose last move can win or lose the game.
CLOSE = (14, 19, 25, 30, 58, 84, 85, 88, 161, 164)


@pytest.mark.parametrize("seed", CLOSE)
def test_a_last_move_that_wins_is_found(seed):
    last = random_game(5, seed)[-2]
    found = search(last, FEW, seed=1)
    assert last.play(found.move).score().result == last.turn


def test_the_chance_after_a_winning_last_move_is_certain():
    assert search(random_game(5, CLOSE[0])[-2], FEW, seed=1).chance == 1


@pytest.mark.parametrize("seed", CLOSE)
def test_what_the_solver_wins_needs_no_simulations(seed):
    last = random_game(5, seed)[-2]
    found = search(last, FEW, seed=1, solve=True)
    assert (found.proof.result, found.chance, found.simulations) == (last.turn, 1, 0)


def test_the_solver_finds_the_win_four_plies_before_the_end():
    position = random_game(6, 2)[-5]
    found = search(position, FEW, seed=1, solve=True)
    assert found.proof == prove(position)


def test_who_loses_by_proof_still_gets_a_move():
    position = next(
        game[-ply]
        for game in (random_game(5, seed) for seed in range(20))
        for ply in (3, 4)
        if prove(game[-ply]).result == game[-ply].turn.other
    )
    found = search(position, FEW, seed=1, solve=True)
    position.play(found.move)
    assert (found.proof.move, found.chance) == (None, 0)
