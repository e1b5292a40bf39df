"""A game is analysed by the real search."""

import pytest

from games import services
from games.models import AnalysisState
from games.rules import Position
from games.search.solver import prove
from games.search.warm import warm
from games.services.analysis import figures_of
from games.services.analysis.engine import engine
from games.services.placing import replay
from tests.games.analysing import analysed
from tests.games.factories import make_game, make_user, some_moves


@pytest.mark.once
def test_a_whole_game_is_analysed_and_its_ending_proved(db, settings):
    warm()
    settings.ANALYSIS_SIMULATIONS = 30
    game = make_game(make_user("amaia"), make_user("unai"), some_moves(200))
    services.adjudicate(game.pk)
    done = analysed(game, make_user("leire"), engine)
    assert done.state == AnalysisState.DONE
    moves = list(game.moves.order_by("ply").values_list("text", flat=True))
    figures = figures_of(moves, done.positions.all())
    assert len(figures.blacks) == game.ply_count + 1
    assert all(0 <= black <= 1 for black in figures.blacks)
    first = min(ply for ply, proof in enumerate(figures.proofs) if proof)
    proved = prove(replay(5, moves[:first]))
    assert figures.proofs[first] == proved.result
    assert figures.blacks[first] == {"black": 1, "white": 0, "draw": 0.5}[proved.result]
    best_play = figures.positions[first].line
    assert replay_on(replay(5, moves[:first]), best_play).score().result == proved.result


def replay_on(position: Position, line: list[str]) -> Position:
    for text in line:
        position = position.play(text)
    assert position.is_over
    return position
