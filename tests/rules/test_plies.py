import pytest

from games.rules.plies import in_words, number_of
from games.rules.record import written


def test_the_numbers_are_those_of_a_record():
    moves = ["f6", "swap", "g8", "e4:f6-f9"]
    told = [(number_of(ply), move) for ply, move in enumerate(moves, start=1)]
    words = " ".join(f"{number}. {move}" if number else move for number, move in told)
    assert written({}, moves).endswith(f"\n{words}\n")


@pytest.mark.parametrize(
    ("ply", "words"), [(1, "move 1"), (2, "the choice of side"), (3, "move 2")]
)
def test_a_ply_in_words(ply, words):
    assert in_words(ply) == words
