import pytest

from games.presenters.analysis import percent, turn_of


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.0, "0"), (0.001, "1"), (0.5, "50"), (0.999, "99"), (1.0, "100")],
)
def test_only_what_is_certain_is_written_so(chance, words):
    assert percent(chance) == f"{words}\N{NO-BREAK SPACE}%"


def test_a_turn_has_a_placement_of_each_side():
    assert [turn_of(ply) for ply in (1, 3, 4, 5, 6)] == [1, 1, 2, 2, 3]
