"""Bouts: how they begin, go on and end."""

import pytest

from games.models import BotTurn, Bout, BoutStatus, Result, Termination, TurnRank, TurnState
from games.services import bouts
from games.services.errors import BadMoveText, NotALegalMove
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import (
    first_move,
    make_check,
    make_hosted_bot,
    make_scrimmage,
    make_version,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(amaia: User) -> User:
    return make_hosted_bot(amaia)


@pytest.fixture
def check(account: User) -> list[Bout]:
    """Of the bot's second version."""
    return make_check(make_version(account))


def best(bout: Bout) -> str:
    told = {"choose_side": bout.ply == 2, "position": bout.position}
    return str(first_move(told)["move"])


def test_a_check_is_a_bout_against_itself_and_one_against_the_random_player(
    check: list[Bout],
) -> None:
    itself, random = check
    assert itself.first == itself.second == random.second
    assert (random.first, random.size) == (None, 5)


def test_the_random_player_moves_at_once(check: list[Bout]) -> None:
    assert (len(check[1].moves), check[1].seat_to_move) == (1, "second")


def test_each_bout_gives_its_seat_to_move_a_turn(check: list[Bout], amaia: User) -> None:
    turns = BotTurn.objects.order_by("bout").values_list("bout", "ply", "seat", "owner", "rank")
    itself, random = check
    assert list(turns) == [
        (itself.pk, 1, "first", amaia.pk, TurnRank.CHECK),
        (random.pk, 2, "second", amaia.pk, TurnRank.CHECK),
    ]


def test_a_check_that_is_begun_twice_is_one(check: list[Bout]) -> None:
    version = check[0].check_of
    assert version is not None
    bouts.begin_check(version)
    assert version.check_bouts.count() == 2


def test_the_seats_of_a_scrimmage_are_taken_by_turns(account: User, amaia: User) -> None:
    mine, theirs = make_version(account), make_version(account)
    bouts.begin_scrimmage_bouts(make_scrimmage(amaia, mine, theirs), 3)
    assert [bout.first for bout in Bout.objects.all()] == [mine, theirs, mine]


def test_who_asked_for_a_scrimmage_is_served_by_its_turns(
    account: User, amaia: User, unai: User
) -> None:
    theirs = make_version(make_hosted_bot(unai, "lapilli"))
    scrimmage = make_scrimmage(amaia, theirs, make_version(account))
    bouts.begin_scrimmage_bouts(scrimmage, 1)
    assert BotTurn.objects.get().owner == amaia


def test_a_ply_gives_the_other_seat_its_turn(check: list[Bout]) -> None:
    bout = check[0]
    assert bouts.advance(bout, best(bout)) == bout.moves[0]
    assert BotTurn.objects.filter(bout=bout, ply=2, seat="second", state=TurnState.WAITING).exists()


def test_a_bout_is_played_to_its_score(check: list[Bout]) -> None:
    bout = check[1]
    while bout.is_running:
        bouts.advance(bout, best(bout))
    assert bout.current.is_over
    assert (bout.status, bout.termination) == (BoutStatus.FINISHED, Termination.SCORE)
    assert bout.result == bout.current.score().result


@pytest.mark.parametrize(
    ("text", "refusal"), [("nonsense", BadMoveText), ("a1:b2-c3", NotALegalMove)]
)
def test_a_bad_ply_is_refused(check: list[Bout], text: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        bouts.advance(check[0], text)


def test_the_side_is_chosen_at_ply_2(check: list[Bout]) -> None:
    bout = check[1]
    with pytest.raises(BadMoveText):
        bouts.advance(bout, "a1")
    bouts.advance(bout, "swap")
    assert bout.side_of("second") == "black"


def test_a_fault_ends_a_bout_for_the_other_side(check: list[Bout]) -> None:
    bouts.end_by_fault(check[0], "first", "It crashed.")
    bout = Bout.objects.get(pk=check[0].pk)
    assert (bout.result, bout.termination, bout.detail) == (
        Result.WHITE,
        Termination.FAULT,
        "It crashed.",
    )


def test_bouts_that_are_called_off_have_no_open_turns(check: list[Bout]) -> None:
    assert bouts.call_off(Bout.objects.all(), "Another version came.") == 2
    assert not BotTurn.objects.exclude(state=TurnState.DROPPED).exists()
    assert {bout.status for bout in Bout.objects.all()} == {BoutStatus.CALLED_OFF}


def test_what_is_over_is_not_called_off(check: list[Bout]) -> None:
    bouts.end_by_fault(check[0], "first", "It crashed.")
    assert bouts.call_off(Bout.objects.all(), "Another version came.") == 1
