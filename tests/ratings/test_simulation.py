from dataclasses import replace
from io import StringIO
from statistics import fmean

import pytest
from django.core.management import CommandError, call_command

from ratings.management.commands.simulate_pool import (
    LABELS,
    Question,
    Variant,
    conclusion,
    questions,
)
from ratings.simulation import Parameters, RatedBy, Simulation, Summary

SEEDS = (1, 2, 3)


def run(seed=1, **parameters):
    return Simulation(replace(Parameters(people=100, seed=seed), **parameters)).run()


def mean_of(column, **parameters):
    return fmean(getattr(run(seed, **parameters), column) for seed in SEEDS)


def test_with_fifty_games_at_once_the_ratings_of_the_end_are_nearer_to_the_truth():
    by_end = mean_of("error", at_once=50, rated_by=RatedBy.END)
    assert by_end < mean_of("error", at_once=50, rated_by=RatedBy.START)


def test_with_twenty_games_at_once_the_ratings_of_the_start_are_nearer_to_the_truth():
    by_start = mean_of("error", at_once=20, rated_by=RatedBy.START)
    assert by_start < mean_of("error", at_once=20, rated_by=RatedBy.END)


def test_annulling_a_series_of_time_losses_is_nearer_to_the_truth():
    told = {"at_once": 50, "vanishing": 0.002}
    annulled = mean_of("error", **told, series_annulled=True)
    assert annulled < mean_of("error", **told, series_annulled=False)


def test_equal_bots_spread_less_with_a_small_k():
    told = {"people": 60, "bots": 20}
    small = mean_of("bots_range", **told, bots_have_small_k=True)
    assert small < mean_of("bots_range", **told, bots_have_small_k=False)


def test_only_games_of_a_series_are_not_rated():
    told = {"at_once": 10, "vanishing": 0.002, "days": 120}
    counted = run(**told, series_annulled=False)
    annulled = run(**told, series_annulled=True)
    assert counted.rated == counted.games == annulled.games > annulled.rated


def test_the_same_seed_gives_the_same_pool():
    assert run(days=90, bots=5, vanishing=0.01) == run(days=90, bots=5, vanishing=0.01)


def test_people_who_join_are_rated():
    simulation = Simulation(Parameters(people=10, at_once=2, joining=4, days=200))
    simulation.run()
    assert len(simulation.players) == 10 + 6 * 4
    assert simulation.pool.standings[14].games > 0


@pytest.mark.parametrize("vanishing", [0.0, 0.01])
def test_nobody_holds_more_games_than_told(vanishing):
    simulation = Simulation(Parameters(people=20, at_once=5, days=90, vanishing=vanishing))
    simulation.run()
    assert max(len(player.games) for player in simulation.players) == 5


def test_the_command_prints_its_parameters_and_every_figure():
    out = StringIO()
    call_command("simulate_pool", days=60, seeds=1, stdout=out)
    assert "people 200, bots 0, joining 0, days 60" in out.getvalue()
    assert Summary.__annotations__.keys() == LABELS.keys()
    assert all(f"{label} " in out.getvalue() for label in LABELS.values())


def test_the_small_k_of_bots_changes_their_k_alone():
    told = {"people": 30, "bots": 10, "days": 120}
    small, usual = run(**told), run(**told, bots_have_small_k=False)
    assert (small.rated, small.games) == (usual.rated, usual.games)
    assert small.bots_range != usual.bots_range


QUESTION = Question("?", "error", [Variant("end", {}), Variant("start", {})], [(0, 1)])


@pytest.mark.parametrize(
    ("errors", "came_out"),
    [((60.0, 70.0), "as the rules expect."), ((70.0, 60.0), "NOT as the rules expect.")],
)
def test_a_conclusion_says_whether_the_rules_had_it_so(errors, came_out):
    said = conclusion(QUESTION, [{"error": error} for error in errors], 0, 1)
    assert said.endswith(came_out)
    assert f"{errors[0]} and {errors[1]}" in said


def test_the_bots_are_fewer_among_fewer_people():
    variants = questions(20)[-1].variants
    assert [(one.differences["people"], one.differences["bots"]) for one in variants] == [
        (6, 2)
    ] * 2


def test_the_command_refuses_a_pool_of_few_people():
    with pytest.raises(CommandError, match="There must be people"):
        call_command("simulate_pool", people=19)
