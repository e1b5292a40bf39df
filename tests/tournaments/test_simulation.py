import pytest
from django.core.management import CommandError, call_command

from games.consistency import contradictions
from games.house import RANDOM
from games.models import Game
from tests.tournaments.simulated_events import end_by_chance, simulate_unruly
from tournaments.models import Tournament
from tournaments.services import advancing, booking
from tournaments.services.events import event_of
from tournaments.simulation import Plan, play_as, simulate

pytestmark = pytest.mark.django_db


def test_a_simulated_event_is_played_to_its_end():
    tournament = simulate(Plan(players=5, rounds=3, seed=1), end_by_chance)
    assert (tournament.state, tournament.all_rounds.filter(state="closed").count()) == (
        "finished",
        3,
    )


def test_the_same_seed_gives_the_same_event():
    plan = Plan(players=6, rounds=2, seed=7, settings={"rated": False})
    one, other = (event_of(simulate(plan, end_by_chance)) for _ in range(2))
    assert one.players == other.players


@pytest.mark.parametrize("seed", [4, 8, 12])
def test_the_engine_pairs_each_round_of_an_unruly_event_again(seed):
    assert simulate_unruly(seed).state in ("finished", "cancelled")


def test_a_worker_beside_it_leaves_its_rounds_alone():
    def work(game, source):
        end_by_chance(game, source)
        booking.book()
        for pk in advancing.waiting().values_list("pk", flat=True):
            advancing.go_on(pk)

    played = simulate(Plan(players=4, rounds=3, seed=9), work)
    numbers = played.all_rounds.values_list("number", flat=True)
    assert (played.state, sorted(numbers)) == ("finished", [1, 2, 3])


def test_a_simulation_that_fails_leaves_nothing_half_played():
    def fail(game, source):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        simulate(Plan(players=4, rounds=3, seed=9), fail)
    assert Tournament.objects.get().state == "cancelled"
    assert not Game.objects.running().exists()


def test_house_bots_play_true_games_to_the_score():
    simulate(Plan(players=2, rounds=1, seed=3), play_as(RANDOM))
    game = Game.objects.get()
    assert (game.termination, game.moves.count()) == ("score", game.ply_count)
    assert list(contradictions()) == []


def test_the_command_tells_the_places(capsys):
    call_command("simulate_tournament", players=2, rounds=1, seed=5)
    told = capsys.readouterr().out
    assert "Simulation 5 (simulation-5): finished" in told
    assert "sim-5-0001" in told


def test_the_command_refuses_an_event_for_one():
    with pytest.raises(CommandError):
        call_command("simulate_tournament", players=1)
    assert not Tournament.objects.exists()
