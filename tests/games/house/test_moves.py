import random
import time

import pytest

from games.house import GREEDY, RANDOM, simple_answer
from games.house.moves import WAYS_TO_SPILL, best_of_few, greedy_move, random_move
from games.rules import Position

FASTEST_OF = 5


def play_out(size, players, seed):
    """The final position of a game between two choosers of moves, by side."""
    source, position = random.Random(seed), Position.start(size)
    while not position.is_over:
        position = position.play(players[position.turn](position, source))
    return position


def middle_of_a_game(size, plies=20):
    source, position = random.Random(7), Position.start(size)
    for _ in range(plies):
        position = position.play(random_move(position, source))
    return position


@pytest.mark.parametrize("choose", [random_move, best_of_few, greedy_move])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_game_of_a_chooser_against_itself_is_legal_to_the_end(choose, size):
    assert play_out(size, {"black": choose, "white": choose}, seed=1).is_over


@pytest.mark.parametrize("choose", [random_move, best_of_few, greedy_move])
def test_the_same_source_gives_the_same_move(choose):
    position = middle_of_a_game(6)
    assert choose(position, random.Random(3)) == choose(position, random.Random(3))


def test_greedy_beats_random_in_most_games():
    wins = 0
    for seed in range(20):
        greedy = "black" if seed % 2 else "white"
        other = "white" if seed % 2 else "black"
        end = play_out(5, {greedy: greedy_move, other: random_move}, seed)
        wins += end.score().result == greedy
    assert wins >= 13


def test_greedy_never_looks_at_more_than_a_few_moves_of_a_placement(monkeypatch):
    looked_at = []
    play = Position.play
    monkeypatch.setattr(Position, "play", lambda *a: looked_at.append(a) or play(*a))
    position = middle_of_a_game(7)
    assert position.count_moves() > 2 * WAYS_TO_SPILL * len(position.placements())
    looked_at.clear()
    greedy_move(position, random.Random(1))
    assert 0 < len(looked_at) <= WAYS_TO_SPILL * len(position.placements())


@pytest.mark.parametrize("plies", [0, 10, 20, 30])
def test_greedy_takes_less_than_a_third_of_a_second_on_the_largest_board(plies):
    position, times = middle_of_a_game(7, plies), []
    for seed in range(FASTEST_OF):
        begin = time.process_time()
        greedy_move(position, random.Random(seed))
        times.append(time.process_time() - begin)
    assert min(times) < 0.3


@pytest.mark.parametrize(("first", "side"), [("e5", "swap"), ("a1", "keep"), ("a3", "keep")])
def test_greedy_takes_the_first_volcano_only_off_the_edge(first, side):
    position = Position.start(5).play(first)
    assert simple_answer(GREEDY, position, 2, random.Random(1)) == side


def test_random_chooses_either_side():
    position, source = Position.start(5).play("e5"), random.Random(1)
    sides = {simple_answer(RANDOM, position, 2, source) for _ in range(20)}
    assert sides == {"swap", "keep"}


@pytest.mark.parametrize("bot", [RANDOM, GREEDY])
def test_a_house_bot_answers_with_the_text_of_a_legal_move(bot):
    position = middle_of_a_game(6)
    text = simple_answer(bot, position, 22, random.Random(1))
    assert str(position.parse_move(text)) == text
