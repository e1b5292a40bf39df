"""How a level answers, by a search that has found what the test says."""

import pytest

from games.house import LEVELS
from games.rules import Position
from games.search import player
from games.search.engine import Choice, Found, Limits
from games.search.openings import offers

LEVEL = LEVELS[6]
START = Position.start(6)
OPENED = START.play("a2")


@pytest.fixture
def finds(monkeypatch):
    """Makes the search find these moves, as (text, visits, chance), and that chance."""
    asked = []

    def find(*choices, chance=0.5, position=OPENED):
        moves = [Choice(position.parse_move(text), *numbers) for text, *numbers in choices]
        moves = moves or [Choice(position.first_move("d5"), 1, chance)]

        def search(*question, **options):
            asked.append((*question, options))
            return Found(tuple(moves), chance, LEVEL.simulations, None)

        monkeypatch.setattr(player, "search", search)
        return asked

    return find


def answers(ply, position=OPENED):
    return {player.answer(LEVEL, position, ply, seed) for seed in range(30)}


def test_the_first_volcano_is_any_of_those_offered():
    assert answers(1, START) <= set(offers(6))
    assert len(answers(1, START)) > 5


def test_a_first_volcano_that_is_better_for_black_is_taken_over_without_a_search():
    assert answers(2, START.play("f6")) == {"swap"}


@pytest.mark.parametrize(("chance", "side"), [(0.47, "swap"), (0.53, "keep")])
def test_where_the_table_is_even_the_search_chooses_the_side(finds, chance, side):
    finds(chance=chance)
    assert answers(2) == {side}


def test_the_search_gets_the_simulations_of_the_level_its_solver_and_the_seed(finds):
    asked = finds()
    player.answer(LEVEL, OPENED, 9, 7)
    assert asked == [(OPENED, Limits(LEVEL.simulations), {"seed": 7, "solve": True})]


def test_the_opening_varies_among_moves_that_are_nearly_as_good(finds):
    finds(("d5", 100, 0.5), ("e5", 90, 0.49), ("f6", 30, 0.52), ("g6", 95, 0.4))
    assert answers(3) == {"d5", "e5"}


def test_after_the_opening_the_best_move_is_made(finds):
    finds(("d5", 100, 0.5), ("e5", 99, 0.5))
    assert answers(player.LAST_VARIED_PLY + 1) == {"d5"}


def test_the_same_seed_gives_the_same_answer(finds):
    finds(("d5", 100, 0.5), ("e5", 99, 0.5))
    assert len({player.answer(LEVEL, OPENED, 3, 5) for _ in range(5)}) == 1
