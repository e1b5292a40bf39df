"""The fast methods, the plain one, and all candidates tried one by one give the same pairs."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.swiss.literal import by_trying_all
from tests.tournaments.swiss.simulated import (
    CALM,
    UNRULY,
    Habits,
    new_event,
    with_absences,
    with_results,
)
from tournaments.swiss.bracket import Solution
from tournaments.swiss.checker import before_round
from tournaments.swiss.criteria import Bracket
from tournaments.swiss.descent import TIERS, Method, brackets, by_tiers, plainly, settle_bye
from tournaments.swiss.entrants import Mode, field_of
from tournaments.swiss.event import Acceleration, Event, Scoring
from tournaments.swiss.generator import generate
from tournaments.swiss.pairing import NoLegalPairing, pair_by
from tournaments.swiss.search import search

HABITS = (
    CALM,
    UNRULY,
    Habits(away=0.3, forfeit=0.1, late=0.3, full_bye=0.05),
    Habits(swapped=0.25, full_bye=0.05),
    Habits(forbidden=0.4),
    Habits(draw=0.8),
    Habits(draw=0.05),
)
SCORINGS = (
    Scoring(),
    Scoring(),
    Scoring(win=30, draw=10),
    Scoring(allocated_bye=5),
    Scoring(win=30, draw=20, loss=10),
    Scoring(allocated_bye=0),
)


def positions(seed: int, largest: int, most_rounds: int) -> list[tuple[Event, Mode]]:
    """All rounds to pair of an event of random size and habits."""
    chance = Random(seed)
    players = chance.randint(2, largest)
    habits, mode = chance.choice(HABITS), chance.choice((Mode.DUTCH, Mode.DUTCH, Mode.FREE))
    extra = (Acceleration(10, 1, 2, 1, players // 2),) if chance.random() < 0.2 else ()
    rounds = min(most_rounds, players + 1)
    event = new_event(players, rounds, chance, habits, chance.choice(SCORINGS), extra)
    found = []
    for _ in range(rounds):
        event = with_absences(event, chance, habits)
        found.append((event, mode))
        try:
            event = with_results(event, pair_by(plainly, event, mode), chance, habits)
        except NoLegalPairing:
            break
    return found


def agree(first: Method, second: Method, event: Event, mode: Mode) -> bool:
    try:
        expected = pair_by(first, event, mode)
    except NoLegalPairing as error:
        with pytest.raises(NoLegalPairing, match=str(error)):
            pair_by(second, event, mode)
        return True
    return pair_by(second, event, mode) == expected


@pytest.mark.parametrize("seed", range(60))
def test_the_plain_method_finds_the_first_of_the_best_candidates(seed: int) -> None:
    for event, mode in positions(seed, largest=8, most_rounds=6):
        assert agree(by_trying_all, plainly, event, mode)


@pytest.mark.parametrize("seed", range(40))
def test_the_tiers_find_what_the_plain_method_finds(seed: int) -> None:
    for event, mode in positions(seed, largest=32, most_rounds=8):
        assert agree(plainly, by_tiers, event, mode)


@pytest.mark.parametrize("first", [0.7, 0.8, 0.9, 1])
@pytest.mark.parametrize("seed", range(2))
def test_the_tiers_agree_where_white_wins_so_often_that_many_want_the_same_colour(
    first: float, seed: int
) -> None:
    chance, habits = Random(seed), Habits(draw=0.2, first=first)
    event = new_event(30 + seed, 6, chance, habits)
    for _ in range(5):
        event = with_absences(event, chance, habits)
        assert agree(plainly, by_tiers, event, Mode.DUTCH)
        event = with_results(event, pair_by(by_tiers, event), chance, habits)


@pytest.mark.parametrize("seed", range(4))
def test_the_tiers_find_what_the_plain_method_finds_among_many(seed: int) -> None:
    for event, mode in positions(seed, largest=80, most_rounds=6):
        assert agree(plainly, by_tiers, event, mode)


def without_search(bracket: Bracket) -> Solution:
    found = (tier(bracket) for tier in TIERS if tier is not search)
    return next(solution for solution in found if solution is not None)


@pytest.mark.parametrize("after", [1, 3, 5])
def test_the_search_finds_what_a_matching_finds_among_two_hundred(after: int) -> None:
    event = before_round(generate(200, 6, seed=after), after + 1)
    assert agree(without_search, by_tiers, event, Mode.DUTCH)


def test_the_search_can_let_several_leave_where_those_below_need_them() -> None:
    chance, habits, found = Random(1), Habits(away=0, forfeit=0, draw=0, first=0.8), 0
    event = new_event(64, 7, chance, habits)
    for _ in range(5):
        settled = settle_bye(field_of(event, Mode.DUTCH))
        assert settled
        for bracket, solution in brackets(settled, without_search):
            searched = search(bracket)
            if searched is not None:
                assert (searched.pairs, searched.leavers) == (solution.pairs, solution.leavers)
                found += len(searched.leavers) > 1
        event = with_results(event, pair_by(by_tiers, event), chance, habits)
    assert found


def test_each_tier_is_needed_by_some_bracket_of_these_events() -> None:
    needed = Counter[str]()
    for seed in range(12):
        for event, mode in positions(seed, largest=32, most_rounds=8):
            field = settle_bye(field_of(event, mode))
            for bracket, _ in brackets(field, plainly) if field else ():
                first = next(tier for tier in TIERS if tier(bracket) is not None)
                needed[first.__name__] += 1
    assert all(needed[tier.__name__] > 10 for tier in TIERS)
