"""The samples, played against each other."""

import random
from types import ModuleType

import pytest

from games.bots.client.sumendi import samples
from games.rules import Position


def load(name: str) -> ModuleType:
    module = ModuleType(name)
    exec(samples.text(name), vars(module))  # noqa: S102
    return module


def points(black: ModuleType, white: ModuleType) -> float:
    """Black's, of one game."""
    position, players = Position.start(5), {"black": black, "white": white}
    while not position.is_over:
        position = position.play(players[position.turn].choose(position, None))
    return {"black": 1.0, "draw": 0.5, "white": 0.0}[position.score().result]


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_has_ten_lines_at_most(name):
    assert len([line for line in samples.text(name).splitlines() if line.strip()]) <= 10


def test_greedy_is_stronger_than_random():
    random.seed(5)
    greedy, chance = load("greedy"), load("random")
    won = sum(points(greedy, chance) + 1 - points(chance, greedy) for _ in range(15))
    assert won > 18


def test_there_is_no_other_sample():
    with pytest.raises(ValueError, match="only random and greedy"):
        samples.text("clever")
