import pytest

from games.models import AnalysedPosition
from games.services.analysis import Swing, figures_of
from games.services.analysis.figures import side_at
from games.services.placing import replay
from tests.games.factories import some_moves

MOVES = ["e5", "keep", "a1", "i9"]


def judged(after_ply_3, best="c3", proofs=("", "")):
    """White's ply 3, before which its chance was 60 %, after which Black has this one."""
    chances = {0: 0.5, 1: 0.6, 3: after_ply_3, 4: 0.5}
    told = dict(zip((1, 3), proofs, strict=True))
    positions = [
        AnalysedPosition(ply=ply, chance=chance, best=best, proof=told.get(ply, ""))
        for ply, chance in chances.items()
    ]
    return figures_of(MOVES, positions).judgements[0]


def test_a_chance_is_that_of_who_moves():
    white = judged(0.55)
    assert (white.ply, white.side) == (3, "white")
    assert (white.chance_before, white.chance_after) == pytest.approx((0.6, 0.45))


@pytest.mark.parametrize(
    ("after", "swing"), [(0.4, None), (0.49, None), (0.51, Swing.SWING), (0.61, Swing.LARGE)]
)
def test_what_is_marked_depends_on_how_much_was_given_away(after, swing):
    assert judged(after).swing == swing


def test_the_best_move_is_never_marked():
    assert judged(0.9, best="a1").swing is None


def test_a_move_that_keeps_what_is_proved_is_as_good_as_the_best():
    assert judged(1.0, proofs=("black", "black")).is_best
    assert not judged(1.0, proofs=("white", "black")).is_best


def test_a_move_that_is_proved_to_win_is_as_good_as_the_best_that_a_search_guessed():
    assert judged(0.0, proofs=("", "white")).is_best
    assert not judged(1.0, proofs=("", "black")).is_best


def test_black_s_chance_is_told_after_every_ply():
    positions = [AnalysedPosition(ply=ply, chance=0.7) for ply in (0, 1, 3, 4)]
    assert figures_of(MOVES, positions).blacks == pytest.approx([0.7, 0.3, 0.3, 0.7, 0.3])


@pytest.mark.parametrize("ply", [1, 3, 4, 5])
def test_the_sides_are_those_of_the_rules(ply):
    before = replay(5, some_moves(5)[: ply - 1])
    assert side_at(ply) == before.turn
