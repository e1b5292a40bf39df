"""Preferences and the rules by which a pair gets its colours."""

from dataclasses import replace

import pytest

from tournaments.swiss.colours import ColourRule, initial_colour, seat, seat_without_colours
from tournaments.swiss.entrants import Entrant, Strength, preference
from tournaments.swiss.event import Code, Colour, Event, Player, Result

W, B = Colour.WHITE, Colour.BLACK


def colours(letters: str) -> tuple[Colour, ...]:
    return tuple(Colour(letter) for letter in letters.lower())


def entrant(letters: str, number: int = 1) -> Entrant:
    own = colours(letters)
    wanted, strength = preference(own)
    return Entrant(
        number=number,
        score=0,
        bare_score=0,
        colours=own,
        difference=own.count(W) - own.count(B),
        preference=wanted,
        strength=strength,
        floats=(None, None),
        is_barred=False,
        is_topscorer=False,
        unplayed=0,
        running=number,
        last_first=max((i for i, c in enumerate(own, start=1) if c is W), default=0),
    )


@pytest.mark.parametrize(
    ("played", "wanted", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", B, Strength.STRONG),
        ("B", W, Strength.STRONG),
        ("WB", W, Strength.MILD),
        ("BW", B, Strength.MILD),
        ("WW", B, Strength.ABSOLUTE),
        ("BBWW", B, Strength.ABSOLUTE),
        ("WBB", W, Strength.ABSOLUTE),
        ("WBW", B, Strength.STRONG),
        ("WWBW", B, Strength.ABSOLUTE),
        ("WWWBB", W, Strength.ABSOLUTE),
    ],
)
def test_a_preference_comes_from_the_games_played(
    played: str, wanted: Colour | None, strength: Strength
) -> None:
    assert preference(colours(played)) == (wanted, strength)


@pytest.mark.parametrize(
    ("higher", "lower", "rule", "colour"),
    [
        ("W", "B", ColourRule.GRANT_BOTH, B),
        ("W", "", ColourRule.GRANT_BOTH, B),
        ("", "W", ColourRule.GRANT_BOTH, W),
        ("WB", "BBWWB", ColourRule.STRONGER, B),
        ("WW", "W", ColourRule.STRONGER, B),
        ("WW", "WWW", ColourRule.STRONGER, W),
        ("WBW", "BWW", ColourRule.STRONGER, W),
        ("BWWB", "WBWB", ColourRule.LAST_DIFFERENCE, B),
        ("WB", "BWWB", ColourRule.HIGHER_RANKED, W),
        ("WB", "WB", ColourRule.HIGHER_RANKED, W),
        ("", "", ColourRule.INITIAL_COLOUR, W),
    ],
)
def test_the_first_rule_that_decides_gives_the_higher_player_a_colour(
    higher: str, lower: str, rule: ColourRule, colour: Colour
) -> None:
    first, second = entrant(higher, 1), entrant(lower, 2)
    seats = seat(first, second, W)
    assert (seats.rule, W if seats.white is first else B) == (rule, colour)


def test_an_even_running_number_gets_the_other_colour_than_the_initial_one() -> None:
    higher, lower = entrant("", 2), entrant("", 5)
    assert seat(higher, lower, W).white is lower


def test_without_colours_who_sat_first_longer_ago_sits_first() -> None:
    higher, lower = entrant("BW", 1), entrant("WB", 2)
    seats = seat_without_colours(higher, lower, W)
    assert (seats.white, seats.rule) == (lower, ColourRule.FIRST_LONGER_AGO)


def test_without_colours_the_running_number_decides_between_equals() -> None:
    higher, lower = entrant("WB", 2), entrant("WB", 3)
    assert seat_without_colours(higher, lower, W).white is lower


def test_the_initial_colour_is_read_off_the_first_round_with_colours() -> None:
    players = (
        Player(1, (Result(Code.ABSENT), Result(Code.ALLOCATED_BYE))),
        Player(2, (Result(Code.WIN, 3, B),)),
        Player(3, (Result(Code.LOSS, 2, W),)),
    )
    event = Event(players, 5, 2)
    assert initial_colour(event) is B
    assert initial_colour(replace(event, initial_colour=W)) is W


def test_a_forfeited_game_shows_no_initial_colour() -> None:
    players = (
        Player(1, (Result(Code.FORFEIT_WIN, 2, W),)),
        Player(2, (Result(Code.FORFEIT_LOSS, 1, B),)),
    )
    assert initial_colour(Event(players, 5, 1)) is None
