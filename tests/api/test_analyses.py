"""Analyses for programs."""

import pytest

from games.models import Analysis
from tests.api.clients import Caller, code_of
from tests.games.analysing import analysed, engine_saying
from tests.games.factories import make_finished_game, make_game, some_moves

MOVES = some_moves(6)


@pytest.fixture
def finished(amaia, unai):
    return make_finished_game(amaia, unai, MOVES)


def test_a_program_has_a_game_analysed_and_looks_how_far_it_is(finished, amaia):
    path = f"games/{finished.pk}/analysis"
    told = Caller(amaia).post(path).json()
    assert (told["state"], told["done"], told["positions"]) == ("waiting", 0, 6)
    assert (told["black"], told["moves"]) == ([], [])
    assert Caller().get(path).json() == told


def test_each_judged_move_is_told_with_its_figures(finished, amaia, settings):
    settings.ANALYSIS_SIMULATIONS = 120
    lost = engine_saying({finished.position: 0.75}, {finished.position: "black"})
    analysed(finished, amaia, lost)
    told = Caller().get(f"games/{finished.pk}/analysis").json()
    assert told["black"] == [0.5] * 6 + [1.0]
    assert [move["ply"] for move in told["moves"]] == [3, 4, 5, 6]
    last = told["moves"][-1]
    figures = (last["move"], last["side"], last["before"], last["after"], last["proof"])
    assert figures == (MOVES[5], "black", 0.5, 1.0, "black")
    assert (last["simulations"], last["best_visits"]) == (120, 60)


def test_before_anybody_asked_there_is_none(finished):
    answer = Caller().get(f"games/{finished.pk}/analysis")
    assert (answer.status_code, code_of(answer)) == (404, "analysis_not_found")


def test_a_running_game_has_none_and_gets_none(amaia, unai):
    game = make_game(amaia, unai, MOVES)
    path = f"games/{game.pk}/analysis"
    assert Caller(amaia).get(path).status_code == 404
    answer = Caller(amaia).post(path)
    assert (answer.status_code, code_of(answer)) == (409, "not_to_be_analysed")
    assert answer.json()["reason"] == "not_finished"
    assert not Analysis.objects.exists()


def test_one_game_at_a_time(finished, amaia, unai):
    other = make_finished_game(amaia, unai, MOVES)
    Caller(amaia).post(f"games/{finished.pk}/analysis")
    answer = Caller(amaia).post(f"games/{other.pk}/analysis")
    assert (answer.status_code, code_of(answer)) == (429, "too_many_analyses")
