"""The reasons of pairs, as data and in words."""

from tests.tournaments.swiss.files import report_of
from tournaments.swiss.colours import ColourRule
from tournaments.swiss.criteria import Criterion
from tournaments.swiss.entrants import Strength
from tournaments.swiss.event import Code, Colour, Event, Player, Result
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.reasons import Pair, Place
from tournaments.swiss.words import COLOUR_RULES, CRITERIA, PLACES, explain


def pairs() -> dict[tuple[int, int | None], Pair]:
    found = pair_round(report_of("pairings/020.trf").event)
    return {(pair.white, pair.black): pair for pair in found}


def test_there_are_words_for_every_rule() -> None:
    assert set(CRITERIA) == set(Criterion)
    assert set(COLOUR_RULES) == set(ColourRule)
    assert set(PLACES) == set(Place)


def test_a_pair_is_explained_line_by_line() -> None:
    assert explain(pairs()[1, 10]) == [
        "Bracket of 6.0 points.",
        "Player 1 left the bracket of 6.5 points, as 1 of its 3 players did; given up (C16): "
        "nobody leaves the bracket who floated down two rounds ago.",
        "Opponents: not the first choice of the order, which was not allowed or less good.",
        "Colours: they should not get the same one.",
    ]


def test_who_was_alone_in_a_bracket_is_said_to_have_been() -> None:
    won, lost = Result(Code.WIN, 2, Colour.WHITE), Result(Code.LOSS, 1, Colour.BLACK)
    absent = (Result(Code.ABSENT),)
    players = (Player(1, (won,)), Player(2, (lost,)), Player(3, absent), Player(4, absent))
    told = [line for pair in pair_round(Event(players, 3, 1)) for line in explain(pair)]
    assert "Player 1 left the bracket of 1.0 points, where nobody else was." in told


def test_the_bye_is_explained_by_its_criteria() -> None:
    event = Event(tuple(map(Player, (1, 2, 3))), 3, initial_colour=Colour.WHITE)
    *_, told = explain(pair_round(event)[-1])
    assert told.startswith("The bye: no bye after a bye")


def test_both_sides_of_a_pair_have_their_score_and_preference() -> None:
    white, black = pairs()[3, 2].reasons.sides
    assert (white.player, white.score, white.preference) == (3, 65, Colour.WHITE)
    assert (black.player, black.score, black.preference) == (2, 65, Colour.WHITE)
    assert white.strength > black.strength > Strength.NONE


def test_the_criteria_given_up_are_in_order() -> None:
    order = list(Criterion)
    for pair in pairs().values():
        given_up = pair.reasons.given_up
        assert list(given_up) == sorted(given_up, key=order.index)


def test_who_changed_halves_is_told_from_who_did_not() -> None:
    found = pairs()
    assert found[3, 2].reasons.place is Place.EXCHANGED
    assert found[19, 8].reasons.place is Place.TRANSPOSED
    assert found[7, 9].reasons.place is Place.FIRST
