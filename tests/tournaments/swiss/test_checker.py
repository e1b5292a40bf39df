"""Rounds that the rules would have paired otherwise are found and explained."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.swiss.files import report_of
from tournaments.swiss.checker import Kind, before_round, check, judge
from tournaments.swiss.criteria import Criterion
from tournaments.swiss.event import BrokenEvent, Code, Colour, Event, Player, Result
from tournaments.swiss.generator import Boards, generate
from tournaments.swiss.pairing import pair_round


def swapping(first: int, second: int, in_round: int) -> Callable[[Event], Boards]:
    """The boards of the rules, but in one round the black players of two boards change places."""

    def boards(event: Event) -> Boards:
        found = [(pair.white, pair.black) for pair in pair_round(event)]
        if event.finished + 1 == in_round:
            (white, black), (other, opponent) = found[first], found[second]
            found[first], found[second] = (white, opponent), (other, black)
        return found

    return boards


@pytest.mark.parametrize("seed", range(10))
def test_an_event_by_the_rules_has_no_difference(seed: int) -> None:
    assert check(generate(Random(seed).randint(4, 30), 7, seed)) == []


def test_the_worked_example_has_no_difference() -> None:
    assert check(report_of("examples/ex1.trf").event) == []


def test_the_initial_colour_is_read_off_the_first_round_if_it_is_not_told() -> None:
    event = replace(generate(20, 5, 4), initial_colour=None)
    assert check(event) == []


def test_a_later_transposition_is_found_with_its_bracket() -> None:
    (difference, *_) = check(generate(12, 1, 3, boards=swapping(0, 1, in_round=1)))
    assert (difference.round, difference.kind, difference.bracket) == (1, Kind.LATER, 0)
    assert difference.why == "an earlier candidate is as good in the bracket of 0.0"
    assert len(difference.expected) == len(difference.played) == 2


def test_a_pair_of_two_brackets_without_need_gives_up_c6() -> None:
    (difference, *_) = check(generate(12, 2, 3, boards=swapping(0, -2, in_round=2)))
    assert (difference.kind, difference.criterion) == (Kind.WORSE, Criterion.C6)
    assert (difference.best, difference.reached) == ((1,), (3,))
    assert difference.why.endswith(
        "C6 (as few players as possible leave the bracket unpaired): 3 where 1 would do"
    )


def turned(event: Event) -> Boards:
    return [
        (pair.white, None) if pair.black is None else (pair.black, pair.white)
        for pair in pair_round(event)
    ]


def test_wrong_colours_alone_are_called_so() -> None:
    (difference,) = check(generate(8, 1, 1, boards=turned))
    assert (difference.kind, difference.why) == (Kind.COLOURS, "only the colours differ")


def twice() -> Event:
    """Two players who meet two times."""
    white, black = Colour.WHITE, Colour.BLACK
    first = (Result(Code.WIN, 2, white), Result(Code.WIN, 2, black))
    second = (Result(Code.LOSS, 1, black), Result(Code.LOSS, 1, white))
    return Event((Player(1, first), Player(2, second)), 3, 2, white)


def test_a_round_that_could_not_be_paired_is_called_impossible() -> None:
    (difference,) = check(twice())
    assert (difference.round, difference.kind) == (2, Kind.IMPOSSIBLE)


def test_a_second_meeting_breaks_c1() -> None:
    event = twice()
    white, black = Colour.WHITE, Colour.BLACK
    third = (Result(Code.WIN, 4, white), Result(Code.DRAW, 4, black))
    fourth = (Result(Code.LOSS, 3, black), Result(Code.DRAW, 3, white))
    event = Event((*event.players, Player(3, third), Player(4, fourth)), 3, 2, white)
    difference = next(difference for difference in check(event) if difference.round == 2)
    assert (difference.kind, difference.criterion) == (Kind.ILLEGAL, Criterion.C1)
    assert difference.board in {(2, 1), (4, 3)}
    assert " breaks C1 (two players meet once at most" in difference.why


def test_an_event_that_contradicts_itself_in_its_last_round_is_not_checked() -> None:
    event = Event((Player(1, (Result(Code.WIN, 3, Colour.WHITE),)), Player(2)), 1, 1, Colour.WHITE)
    with pytest.raises(BrokenEvent, match="Player 1, round 1: there is no player 3"):
        check(event)


def test_before_a_round_its_byes_are_known_but_not_its_games() -> None:
    event = report_of("examples/ex1.trf").event
    position = before_round(event, 4)
    away = [player.number for player in position.players if position.is_absent(player)]
    assert (position.finished, away) == (3, [5])


def test_a_bye_for_a_higher_score_is_told_with_both_scores() -> None:
    white, black = Colour.WHITE, Colour.BLACK
    won, lost = Result(Code.WIN, 2, white), Result(Code.LOSS, 1, black)
    players = (Player(1, (won,)), Player(2, (lost,)), Player(3, (Result(Code.HALF_BYE),)))
    difference = judge(Event(players, 5, 1, white), [(1, 2), (3, None)])
    assert difference is not None
    assert (difference.kind, difference.criterion) == (Kind.ILLEGAL, Criterion.C1)
    difference = judge(Event(players, 5, 1, white), [(2, 3), (1, None)])
    assert difference is not None
    assert (difference.criterion, difference.best, difference.reached) == (
        Criterion.C5,
        (0,),
        (10,),
    )
    assert difference.why.endswith("1.0 where 0.0 would do")


def test_todays_boards_are_judged_before_they_are_played() -> None:
    position = Event(tuple(map(Player, range(1, 5))), 3, initial_colour=Colour.WHITE)
    assert judge(position, [(1, 3), (4, 2)]) is None
    difference = judge(position, [(1, 2), (3, 4)])
    assert difference is not None
    assert (difference.round, difference.kind) == (1, Kind.LATER)


def test_boards_without_somebody_who_is_present_are_refused() -> None:
    position = Event(tuple(map(Player, range(1, 5))), 3, initial_colour=Colour.WHITE)
    with pytest.raises(BrokenEvent, match="everybody who is present"):
        judge(position, [(1, 3)])
