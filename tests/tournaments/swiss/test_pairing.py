"""What holds for every pairing, whatever happened before."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.swiss.simulated import CALM, UNRULY, Habits, new_event, play, with_absences
from tournaments.swiss.colours import ColourRule
from tournaments.swiss.criteria import Criterion
from tournaments.swiss.entrants import Mode, Relief, Strength, field_of
from tournaments.swiss.event import (
    BrokenEvent,
    Code,
    Colour,
    Event,
    Forbidden,
    Player,
    Result,
)
from tournaments.swiss.pairing import NoLegalPairing, NoRoundLeft, pair_round
from tournaments.swiss.reasons import Pair

MORE_FORFEITS = Habits(away=0.1, forfeit=0.3)


@st.composite
def positions(draw: st.DrawFn) -> Event:
    """A round to pair, after some rounds by the rules."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    players = draw(st.integers(0, 20))
    rounds = draw(st.integers(1, 9))
    habits = draw(st.sampled_from((CALM, UNRULY, MORE_FORFEITS, Habits())))
    event = new_event(players, rounds, chance, habits)
    for _ in range(draw(st.integers(0, rounds - 1))):
        try:
            event = play(event, 1, chance, habits)
        except NoLegalPairing:
            break
    return with_absences(event, chance, habits)


def paired(event: Event) -> list[Pair]:
    try:
        return pair_round(event)
    except NoLegalPairing:
        return []


def boards(event: Event) -> list[tuple[int, int | None]]:
    return [(pair.white, pair.black) for pair in paired(event)]


@settings(max_examples=150, deadline=None)
@given(positions())
def test_nobody_meets_somebody_twice(event: Event) -> None:
    players = event.by_number
    for white, black in boards(event):
        met = {r.opponent for r in players[white].results if r.code.is_played}
        assert black is None or black not in met


@settings(max_examples=150, deadline=None)
@given(positions())
def test_nobody_gets_a_second_bye_or_one_after_points_without_a_game(event: Event) -> None:
    barring = {Code.ALLOCATED_BYE, Code.FORFEIT_WIN, Code.FULL_BYE}
    players = event.by_number
    for white, black in boards(event):
        assert black is not None or not barring & {r.code for r in players[white].results}


@settings(max_examples=150, deadline=None)
@given(positions())
def test_everybody_present_is_paired_once_or_nobody_is(event: Event) -> None:
    seen = [number for board in boards(event) for number in board if number is not None]
    present = [player.number for player in event.players if not event.is_absent(player)]
    assert sorted(seen) == (sorted(present) if seen else [])


@settings(max_examples=150, deadline=None)
@given(positions())
def test_an_absolute_colour_preference_is_refused_only_beside_a_topscorer(event: Event) -> None:
    entrants = {entrant.number: entrant for entrant in field_of(event, Mode.DUTCH).entrants}
    for pair in paired(event):
        if pair.black is not None:
            white, black = entrants[pair.white], entrants[pair.black]
            refused = [
                entrant
                for entrant, colour in ((white, Colour.WHITE), (black, Colour.BLACK))
                if entrant.strength is Strength.ABSOLUTE and entrant.preference is not colour
            ]
            assert not refused or white.is_topscorer or black.is_topscorer


@settings(max_examples=100, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_the_players_in_the_input_is_irrelevant(
    event: Event, chance: random.Random
) -> None:
    players = list(event.players)
    chance.shuffle(players)
    assert paired(replace(event, players=tuple(players))) == paired(event)


@settings(max_examples=100, deadline=None)
@given(positions())
def test_the_bye_is_the_last_board_and_goes_with_an_odd_number_only(event: Event) -> None:
    found = boards(event)
    byes = [place for place, (_, black) in enumerate(found) if black is None]
    present = sum(not event.is_absent(player) for player in event.players)
    assert byes == ([len(found) - 1] if found and present % 2 else [])


@settings(max_examples=100, deadline=None)
@given(positions())
def test_boards_go_down_by_the_score_of_the_better_player(event: Event) -> None:
    scores = {player.number: event.score(player) for player in event.players}
    tops = [max(scores[w], scores[b]) for w, b in boards(event) if b is not None]
    assert all(above >= below for above, below in pairwise(tops))


def event_of(count: int, rounds: int = 5, initial: Colour | None = Colour.WHITE) -> Event:
    return Event(tuple(Player(n) for n in range(1, count + 1)), rounds, initial_colour=initial)


def test_the_first_round_pairs_the_halves_with_alternating_colours() -> None:
    assert boards(event_of(8)) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_nobody_present_gives_no_boards() -> None:
    assert pair_round(event_of(0)) == []


def test_a_single_player_gets_the_bye() -> None:
    assert boards(event_of(1)) == [(1, None)]


def test_a_single_player_who_had_the_bye_cannot_be_paired() -> None:
    bye = Player(1, (Result(Code.ALLOCATED_BYE),))
    with pytest.raises(NoLegalPairing) as error:
        pair_round(Event((bye,), 3, 1, Colour.WHITE))
    assert error.value.relief == (Relief.BARS,)


def test_forbidden_players_are_named_as_the_reason_that_nobody_can_be_paired() -> None:
    event = replace(event_of(2), forbidden=(Forbidden((1, 2)),))
    with pytest.raises(NoLegalPairing, match="forbidden pairs") as error:
        pair_round(event)
    assert error.value.relief == (Relief.FORBIDDEN,)


def test_who_has_nobody_left_to_meet_is_named() -> None:
    event = replace(event_of(4), forbidden=tuple(Forbidden((4, other)) for other in (1, 2, 3)))
    with pytest.raises(NoLegalPairing, match="left to meet for player 4") as error:
        pair_round(event)
    assert error.value.stuck == (4,)


def test_players_forbidden_in_other_rounds_meet() -> None:
    event = replace(event_of(2), forbidden=(Forbidden((1, 2), 2, 3),))
    assert boards(event) == [(1, 2)]


def test_no_round_is_paired_after_the_last_one() -> None:
    with pytest.raises(NoRoundLeft, match="All 0 rounds are finished"):
        pair_round(event_of(2, rounds=0))


def test_an_unknown_initial_colour_is_asked_for() -> None:
    with pytest.raises(BrokenEvent, match="initial colour is not known"):
        pair_round(event_of(2, initial=None))


def test_without_colours_the_first_player_sits_first_in_round_1_if_nothing_was_drawn() -> None:
    pairs = pair_round(event_of(4, initial=None), Mode.FREE)
    assert [(pair.white, pair.black) for pair in pairs] == [(1, 3), (4, 2)]


def test_a_first_round_pair_tells_its_bracket_and_the_colour_rule() -> None:
    reasons = pair_round(event_of(4))[0].reasons
    assert (reasons.bracket, reasons.departures, reasons.given_up) == (0, (), ())
    assert reasons.colour_rule is ColourRule.INITIAL_COLOUR


def test_the_bye_tells_that_its_criteria_are_met() -> None:
    bye = pair_round(event_of(3))[-1]
    assert (bye.white, bye.black, bye.reasons.colour_rule) == (3, None, None)
    assert bye.reasons.met == (Criterion.C2, Criterion.C5, Criterion.C9)
    assert [d.player for d in bye.reasons.departures] == [3]


def after_one_round() -> Event:
    """1, 2 and 3 have won against 4, 5 and 6."""

    def of(number: int, opponent: int, colour: Colour, code: Code) -> Player:
        return Player(number, (Result(code, opponent, colour),))

    white, black = Colour.WHITE, Colour.BLACK
    players = (
        of(1, 4, white, Code.WIN),
        of(2, 5, black, Code.WIN),
        of(3, 6, white, Code.WIN),
        of(4, 1, black, Code.LOSS),
        of(5, 2, white, Code.LOSS),
        of(6, 3, black, Code.LOSS),
    )
    return Event(players, 5, 1, Colour.WHITE)


def test_a_player_who_moved_down_has_a_departure_from_the_bracket_above() -> None:
    found = {frozenset((p.white, p.black)): p.reasons for p in pair_round(after_one_round())}
    reasons = found[frozenset((3, 4))]
    assert [(d.player, d.bracket, d.given_up) for d in reasons.departures] == [(3, 10, ())]


def test_a_pair_with_a_moved_down_player_is_judged_by_the_upfloat_criteria_too() -> None:
    found = {frozenset((p.white, p.black)): p.reasons for p in pair_round(after_one_round())}
    assert Criterion.C15 in found[frozenset((3, 4))].met
    assert Criterion.C15 not in found[frozenset((1, 2))].met


def test_without_colours_who_sat_first_less_often_sits_first() -> None:
    pairs = pair_round(after_one_round(), Mode.FREE)
    assert (pairs[0].white, pairs[0].black) == (2, 1)
    assert pairs[0].reasons.colour_rule is ColourRule.FEWER_FIRST
    assert pairs[0].reasons.met == ()


def test_a_result_that_the_opponent_does_not_have_is_refused() -> None:
    event = after_one_round()
    players = (Player(1, (Result(Code.WIN, 5, Colour.WHITE),)), *event.players[1:])
    with pytest.raises(BrokenEvent, match="Player 1, round 1: player 5 does not have this game"):
        pair_round(replace(event, players=players))
