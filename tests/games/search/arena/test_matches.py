"""Matches, and the players that others are measured against."""

import pytest

from games.rules import Position, Side
from games.search.arena import matches, strength
from games.search.arena.matches import Pairing, game, games_of, opening, report, tally
from games.search.arena.players import player
from games.search.arena.tally import Tally
from tests.rules.strategies import random_game

PAIRING = Pairing("sims=40", "random", 5, seed=3)


@pytest.fixture(scope="module")
def played():
    return list(games_of(PAIRING, range(10)))


def without_times(game):
    return game.points, game.side, game.moves


def test_seats_are_balanced(played):
    assert [game.side for game in played] == [Side.BLACK, Side.WHITE] * 5


def test_a_game_follows_from_the_seed_and_its_number_alone(played):
    assert without_times(game(PAIRING, 7)) == without_times(played[7])


def test_the_games_of_a_pair_begin_with_the_same_volcano():
    begun = [str(opening(PAIRING, number)) for number in range(6)]
    assert begun[0::2] == begun[1::2]
    assert len(set(begun)) == 3


def test_a_search_of_few_simulations_beats_random_moves(played):
    assert tally(played).won >= 8


def test_a_player_that_breaks_the_rules_loses_and_is_named(monkeypatch):
    def ready(description, _size):
        return player(description) if description == "random" else lambda _, __: "a1"

    monkeypatch.setattr(matches, "ready", ready)
    (broken,) = games_of(Pairing("random", "broken", 5), range(1))
    assert broken.points == 1
    assert broken.fault.startswith("broken: ")
    assert broken.fault in report(Pairing("random", "broken", 5), [broken])


@pytest.mark.parametrize("text", ["", "granite", "sims", "sims=many", "flat=50", "uct,solver"])
def test_an_unknown_player_is_refused(text):
    with pytest.raises(ValueError, match="No player is described by"):
        player(text)


@pytest.mark.parametrize("text", ["uct=300", "flat=20x10"])
def test_the_players_to_measure_against_beat_random_moves(text):
    assert tally(list(games_of(Pairing(text, "random", 5), range(6)))).won >= 5


@pytest.mark.parametrize("text", ["uct=30", "uct,ms=3", "flat=5x2"])
def test_they_move_by_the_rules_in_all_of_a_game(text):
    choose = player(text)
    for seed, position in enumerate(random_game(7, 5)[:-1:3]):
        assert isinstance(position.play(choose(position, seed)), Position)


def test_a_table_is_played_bit_by_bit(tmp_path):
    file, pairing = tmp_path / "results", Pairing("random", "random", 5)
    list(strength.play(pairing, 4, file, processes=1))
    list(strength.play(pairing, 6, file, processes=1))
    first, second = strength.stored(file)
    assert (first.start, second.start) == (0, 4)
    assert first.tally + second.tally == tally(list(games_of(pairing, range(6))))


def test_a_table_says_what_was_not_played(tmp_path):
    file, (pairing,) = tmp_path / "results", strength.pairings("flat", [6])
    assert "not played" in strength.table("flat", [6], file)
    batch = strength.Batch(pairing, 0, Tally(19, 1), 0, (30.0, 200.0))
    file.write_text(f"{batch}\n")
    (row,) = [line for line in strength.table("flat", [6], file).splitlines() if "basalt" in line]
    assert "| 20 of 200 games | 19-1, 95.0 %" in row
