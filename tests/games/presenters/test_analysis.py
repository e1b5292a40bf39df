import pytest

from games.presenters.analysis import listed, percent


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.0, "0"), (0.001, "1"), (0.5, "50"), (0.999, "99"), (1.0, "100")],
)
def test_only_what_is_certain_is_written_so(chance, words):
    assert percent(chance) == f"{words}\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("plies", "words"),
    [([25], "move 24"), ([25, 26], "moves 24 and 25"), ([25, 26, 27], "moves 24, 25 and 26")],
)
def test_plies_are_listed_with_the_numbers_of_their_moves(plies, words):
    assert listed(plies) == words
