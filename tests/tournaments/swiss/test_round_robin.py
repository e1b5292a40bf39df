"""The Berger tables."""

from collections import Counter
from itertools import combinations, groupby

import pytest

from tournaments.swiss.event import BrokenEvent
from tournaments.swiss.round_robin import round_robin


def test_the_table_of_four_is_the_published_one() -> None:
    assert round_robin(4) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]


def test_the_table_of_six_is_the_published_one() -> None:
    assert round_robin(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


def test_of_five_players_who_would_meet_the_sixth_is_free() -> None:
    assert [boards[-1] for boards in round_robin(5)] == [
        (1, None),
        (4, None),
        (2, None),
        (5, None),
        (3, None),
    ]


@pytest.mark.parametrize("players", range(2, 25))
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_everybody_meets_everybody_once_a_cycle(players: int, cycles: int) -> None:
    met = Counter(
        frozenset((white, black))
        for boards in round_robin(players, cycles)
        for white, black in boards
        if black is not None
    )
    assert met == {frozenset(pair): cycles for pair in combinations(range(1, players + 1), 2)}


@pytest.mark.parametrize("players", range(2, 25))
def test_everybody_is_on_one_board_a_round(players: int) -> None:
    for boards in round_robin(players):
        seen = [player for board in boards for player in board if player is not None]
        assert sorted(seen) == list(range(1, players + 1))


@pytest.mark.parametrize("players", range(2, 25))
def test_two_cycles_give_everybody_each_colour_against_everybody(players: int) -> None:
    games = [board for boards in round_robin(players, 2) for board in boards if board[1]]
    assert len(set(games)) == len(games) == players * (players - 1)


@pytest.mark.parametrize("players", range(4, 25))
def test_nobody_has_one_colour_three_times_running_over_two_cycles(players: int) -> None:
    colours = dict.fromkeys(range(1, players + 1), "")
    for boards in round_robin(players, 2):
        for white, black in boards:
            if black is not None:
                colours[white] += "w"
                colours[black] += "b"
    assert all(len(list(run)) < 3 for own in colours.values() for _, run in groupby(own))


@pytest.mark.parametrize(("players", "cycles"), [(0, 1), (1, 1), (4, 0)])
def test_too_few_players_or_cycles_are_refused(players: int, cycles: int) -> None:
    with pytest.raises(BrokenEvent, match="two players and one cycle"):
        round_robin(players, cycles)
