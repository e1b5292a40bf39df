"""One round after the other, by hand."""

import pytest

from tournaments.swiss.event import BrokenEvent, Code, Colour, Event, Player, Result
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.rounds import after_round, with_byes

NEW = Event(tuple(map(Player, range(1, 6))), 3, initial_colour=Colour.WHITE)
WHITE_WINS = (Code.WIN, Code.LOSS)


def boards(event: Event) -> list[tuple[int, int | None]]:
    return [(pair.white, pair.black) for pair in pair_round(event)]


def test_a_round_is_entered_board_by_board() -> None:
    event = with_byes(NEW, {2: Code.HALF_BYE})
    assert boards(event) == [(1, 4), (5, 3)]
    event = after_round(event, {(1, 4): WHITE_WINS, (5, 3): (Code.DRAW, Code.DRAW)})
    assert [event.score(player) for player in event.players] == [10, 5, 5, 0, 5]
    assert event.by_number[4].results == (Result(Code.LOSS, 1, Colour.BLACK),)
    assert event.finished == 1


def test_the_allocated_bye_is_entered_too() -> None:
    *_, (taker, nobody) = boards(NEW)
    event = after_round(NEW, {(1, 3): WHITE_WINS, (4, 2): WHITE_WINS}, bye=taker)
    assert (taker, nobody) == (5, None)
    assert event.by_number[5].results == (Result(Code.ALLOCATED_BYE),)


def test_who_enters_late_was_absent_before() -> None:
    event = with_byes(Event((Player(1),), 3, 2, Colour.WHITE), {1: Code.ABSENT})
    assert [r.code for r in event.players[0].results] == [Code.ABSENT] * 3


def test_who_is_present_is_not_forgotten() -> None:
    with pytest.raises(BrokenEvent, match="Player 5 is neither at a board nor absent in round 1"):
        after_round(NEW, {(1, 3): WHITE_WINS, (4, 2): WHITE_WINS})


def test_who_is_absent_is_at_no_board() -> None:
    with pytest.raises(BrokenEvent, match="Player 2 is absent in round 1"):
        after_round(with_byes(NEW, {2: Code.ABSENT}), {(1, 3): WHITE_WINS, (4, 2): WHITE_WINS}, 5)


def test_two_winners_are_refused() -> None:
    with pytest.raises(BrokenEvent, match="1 against 1"):
        after_round(NEW, {(1, 3): (Code.WIN, Code.WIN), (4, 2): WHITE_WINS}, bye=5)


@pytest.mark.parametrize(
    ("number", "code"), [(9, Code.ABSENT), (1, Code.WIN), (1, Code.ALLOCATED_BYE)]
)
def test_only_players_ask_for_byes_and_only_for_some(number: int, code: Code) -> None:
    with pytest.raises(BrokenEvent, match=f"player {number}|Player {number}"):
        with_byes(NEW, {number: code})


def test_nobody_asks_for_two_byes() -> None:
    with pytest.raises(BrokenEvent, match="Player 1 cannot have Z in the next round"):
        with_byes(with_byes(NEW, {1: Code.HALF_BYE}), {1: Code.ABSENT})
