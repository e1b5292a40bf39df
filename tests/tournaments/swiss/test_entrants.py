"""How the rules see a player before a round."""

from dataclasses import replace

import pytest

from tournaments.swiss.entrants import Entrant, Float, Mode, Strength, field_of
from tournaments.swiss.event import (
    Acceleration,
    Bonus,
    Code,
    Colour,
    Event,
    Player,
    Result,
    Scoring,
)

W, B = Colour.WHITE, Colour.BLACK


def game(code: Code, opponent: int, colour: Colour = W) -> Result:
    return Result(code, opponent, colour)


def event_of(*rows: tuple[Result, ...], rounds: int = 9, scoring: Scoring | None = None) -> Event:
    finished = max(len(row) for row in rows)
    players = tuple(Player(n, row) for n, row in enumerate(rows, start=1))
    return Event(players, rounds, finished, W, scoring or Scoring())


def first_of(event: Event) -> Entrant:
    return next(e for e in field_of(event, Mode.DUTCH).entrants if e.number == 1)


@pytest.mark.parametrize(
    ("code", "scoring", "expected"),
    [
        (Code.ALLOCATED_BYE, Scoring(), Float.DOWN),
        (Code.ALLOCATED_BYE, Scoring(allocated_bye=0), Float.DOWN),
        (Code.FULL_BYE, Scoring(), Float.DOWN),
        (Code.HALF_BYE, Scoring(), Float.DOWN),
        (Code.ABSENT, Scoring(), None),
        (Code.ABSENT, Scoring(absence=5), Float.DOWN),
    ],
)
def test_a_round_without_a_game_floats_down_if_it_earned_more_than_a_loss(
    code: Code, scoring: Scoring, expected: Float | None
) -> None:
    assert first_of(event_of((Result(code),), scoring=scoring)).floats == (expected, None)


@pytest.mark.parametrize(
    ("code", "is_barred"),
    [
        (Code.ALLOCATED_BYE, True),
        (Code.FULL_BYE, True),
        (Code.HALF_BYE, False),
        (Code.ABSENT, False),
    ],
)
def test_a_bye_worth_a_win_bars_from_the_allocated_one(code: Code, is_barred: bool) -> None:
    assert first_of(event_of((Result(code),))).is_barred is is_barred


def test_an_allocated_bye_worth_half_a_point_bars_too() -> None:
    event = event_of((Result(Code.ALLOCATED_BYE),), scoring=Scoring(allocated_bye=5))
    assert first_of(event).is_barred


def test_a_forfeit_win_bars_and_floats_down_but_is_no_colour_and_no_meeting() -> None:
    event = event_of((game(Code.FORFEIT_WIN, 2),), (game(Code.FORFEIT_LOSS, 1, B),))
    entrant = first_of(event)
    assert entrant.is_barred
    assert entrant.floats[0] is Float.DOWN
    assert entrant.strength is Strength.NONE
    assert field_of(event, Mode.DUTCH).allowed[0] & 0b10


def test_floats_compare_the_scores_before_the_round() -> None:
    event = event_of(
        (game(Code.WIN, 2), game(Code.LOSS, 3, B)),
        (game(Code.LOSS, 1, B), Result(Code.ALLOCATED_BYE)),
        (Result(Code.HALF_BYE), game(Code.WIN, 1)),
    )
    floats = {e.number: e.floats[0] for e in field_of(event, Mode.DUTCH).entrants}
    assert floats == {1: Float.DOWN, 2: Float.DOWN, 3: Float.UP}


def test_extra_points_count_for_the_float_of_their_round() -> None:
    players = (Player(1, (game(Code.DRAW, 2),)), Player(2, (game(Code.DRAW, 1, B),)))
    event = Event(players, 9, 1, W, accelerations=(Acceleration(10, 1, 1, 1, 1),))
    assert first_of(event).floats[0] is Float.DOWN


def test_unplayed_rounds_are_left_out_of_the_colours() -> None:
    event = event_of(
        (game(Code.WIN, 2), Result(Code.HALF_BYE), game(Code.WIN, 3)),
        (game(Code.LOSS, 1, B),),
        (Result(Code.ABSENT), Result(Code.ABSENT), game(Code.LOSS, 1, B)),
    )
    assert (first_of(event).colours, first_of(event).strength) == ((W, W), Strength.ABSOLUTE)
    assert first_of(event).unplayed == 1


@pytest.mark.parametrize(("rounds", "is_topscorer"), [(2, True), (3, False)])
def test_topscorers_exist_only_before_the_last_round(rounds: int, is_topscorer: bool) -> None:
    event = event_of((game(Code.WIN, 2),), (game(Code.LOSS, 1, B),), rounds=rounds)
    assert first_of(event).is_topscorer is is_topscorer


def test_half_of_the_points_makes_no_topscorer() -> None:
    event = event_of((game(Code.DRAW, 2),), (game(Code.DRAW, 1, B),), rounds=2)
    assert not first_of(event).is_topscorer


def test_running_numbers_skip_who_has_not_entered() -> None:
    event = event_of(
        (Result(Code.ABSENT), Result(Code.ABSENT)),
        (game(Code.WIN, 3),),
        (game(Code.LOSS, 2, B),),
    )
    event = Event(event.players, 9, 1, W)
    assert [(e.number, e.running) for e in field_of(event, Mode.DUTCH).entrants] == [(2, 1), (3, 2)]


def test_a_bye_granted_for_the_round_to_pair_does_not_count_yet() -> None:
    players = (Player(1, (Result(Code.HALF_BYE),)), Player(2))
    event = Event(players, 9, 0, W)
    assert [(e.number, e.score) for e in field_of(event, Mode.DUTCH).entrants] == [(2, 0)]


def test_higher_scores_come_first_then_smaller_numbers() -> None:
    event = event_of(
        (game(Code.LOSS, 3, B),),
        (game(Code.DRAW, 4),),
        (game(Code.WIN, 1),),
        (game(Code.DRAW, 2, B),),
    )
    assert [e.number for e in field_of(event, Mode.DUTCH).entrants] == [3, 2, 4, 1]


def test_points_of_the_organiser_count_in_the_scores_that_make_floats() -> None:
    event = event_of(
        (game(Code.DRAW, 2), game(Code.DRAW, 3)),
        (game(Code.DRAW, 1, B), game(Code.DRAW, 4)),
        (game(Code.DRAW, 4), game(Code.DRAW, 1, B)),
        (game(Code.DRAW, 3, B), game(Code.DRAW, 2, B)),
    )
    assert first_of(event).floats == (None, None)
    event = replace(event, bonuses=(Bonus(-5, 1, (1,)),))
    assert first_of(event).floats == (Float.UP, None)
