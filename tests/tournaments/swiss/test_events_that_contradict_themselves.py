"""Facts that do not fit together are refused, whatever is to be done with the event."""

import pytest

from tournaments.swiss.checker import check
from tournaments.swiss.event import (
    Bonus,
    BrokenEvent,
    Code,
    Colour,
    Event,
    Forbidden,
    Player,
    Result,
)
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.standings import standings
from tournaments.swiss.trf import Report, write

W, B = Colour.WHITE, Colour.BLACK
ONE, TWO = Player(1), Player(2)


def met(first: Result, second: Result) -> Event:
    """Two players after a round in which they got this."""
    return Event((Player(1, (first,)), Player(2, (second,))), 3, 1, W)


WON, LOST = Result(Code.WIN, 2, W), Result(Code.LOSS, 1, B)
BROKEN = {
    "a number twice": (Event((ONE, ONE), 3, 0, W), "same number"),
    "a player 0, who would be the bye": (Event((Player(0), ONE), 3, 0, W), "player 0; numbers"),
    "a negative number": (Event((Player(-5), ONE), 3, 0, W), "player -5; numbers count from 1"),
    "fewer rounds than none": (Event((ONE, TWO), -1, 0, W), "0 rounds of -1"),
    "more rounds finished than there are": (Event((ONE, TWO), 1, 2, W), "2 rounds of 1"),
    "a negative number of finished rounds": (Event((ONE, TWO), 1, -1, W), "-1 rounds of 1"),
    "a pair of nobody": (
        Event((ONE, TWO), 3, 0, W, forbidden=(Forbidden((1, 77)),)), "no player 77.*forbidden"
    ),
    "points for nobody": (
        Event((ONE, TWO), 3, 0, W, bonuses=(Bonus(5, 1, (9,)),)), "no player 9.*bonus"
    ),
    "an initial colour as a text": (Event((ONE, TWO), 3, 0, "w"), "'w'; expected Colour.WHITE"),  # type: ignore[arg-type]
    "a code as a text": (met(Result("1", 2, W), LOST), "'1'; expected a Code"),  # type: ignore[arg-type]
    "a colour as a text": (met(Result(Code.WIN, 2, "w"), LOST), "'w'; expected Colour"),  # type: ignore[arg-type]
    "an unknown opponent": (met(Result(Code.WIN, 9, W), LOST), "no player 9"),
    "no opponent": (met(Result(Code.WIN), LOST), "1 needs an opponent"),
    "a bye with an opponent": (met(Result(Code.HALF_BYE, 2), LOST), "H is without an opponent"),
    "a player against himself": (met(Result(Code.WIN, 1, W), LOST), "the opponent is the player"),
    "two winners": (met(WON, Result(Code.WIN, 1, B)), "1 against 1 of player 2"),
    "two whites": (met(WON, Result(Code.LOSS, 1, W)), "colours of players 1 and 2 do not fit"),
    "rounds to come": (Event((Player(1, (WON, WON)), Player(2)), 3, 0, W), "after the round to"),
    "a pair in the round to come": (
        Event((Player(1, (WON,)), Player(2, (LOST,))), 3, 0, W), "paired already"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_such_an_event_is_refused_with_the_place(case: str) -> None:
    event, told = BROKEN[case]
    for work in (pair_round, check, standings, lambda event: write(Report(event))):
        with pytest.raises(BrokenEvent, match=told):
            work(event)
