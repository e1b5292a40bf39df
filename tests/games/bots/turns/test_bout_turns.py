"""Turns of bouts: checks from the first question to the verdict, and scrimmages."""

import pytest

from games.bots.sandbox import Fault, Outcome
from games.bots.turns import play_next
from games.models import (
    BotFault,
    BotTurn,
    BotVersion,
    Bout,
    BoutStatus,
    Termination,
    TurnState,
    VersionState,
)
from games.services import bouts
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import (
    FakeKind,
    failing,
    first_move,
    make_check,
    make_hosted_bot,
    make_scrimmage,
    make_version,
)

pytestmark = pytest.mark.django_db
MOST_TURNS = 200


@pytest.fixture
def magma(amaia: User) -> User:
    return make_hosted_bot(amaia)


@pytest.fixture
def version(magma: User) -> BotVersion:
    """The second version of a bot, which is being checked."""
    version = make_version(magma, state=VersionState.QUEUED)
    make_check(version)
    return version


def play_all(kind: FakeKind) -> None:
    for _ in range(MOST_TURNS):
        if not play_next(kind):
            return
    raise AssertionError("There is no end of turns.")


def play_some(kind: FakeKind) -> None:
    for _ in range(10):
        assert play_next(kind)


def test_a_version_that_plays_both_bouts_goes_live(version: BotVersion, magma: User) -> None:
    play_all(FakeKind())
    states = BotVersion.objects.filter(bot=magma.pk).values_list("number", "state")
    assert set(states) == {(1, VersionState.RETIRED), (2, VersionState.READY)}
    assert {bout.status for bout in version.check_bouts.all()} == {BoutStatus.FINISHED}


def test_the_first_question_says_that_the_check_has_begun(version: BotVersion) -> None:
    seen = []

    def look(told: dict[str, object]) -> dict[str, object]:
        version.refresh_from_db()
        seen.append(version.state)
        return first_move(told)

    play_next(FakeKind(look))
    assert seen == [VersionState.CHECKING]


def test_a_version_that_fails_in_a_bout_is_refused_with_its_fault(version: BotVersion) -> None:
    def fail_late(told: dict[str, object]) -> object:
        return {"move": "z9"} if len(told["moves"]) == 4 else first_move(told)  # type: ignore[arg-type]

    play_all(FakeKind(fail_late))  # type: ignore[arg-type]
    version.refresh_from_db()
    assert version.state == VersionState.REFUSED
    assert "llegal move" in version.refusal


def test_a_bout_tells_the_fault_that_ended_it(version: BotVersion) -> None:
    play_next(FakeKind(lambda told: failing(Fault.CRASH, "Its exit status was 1.")))
    spoiled = version.check_bouts.get(number=bouts.AGAINST_ITSELF)
    assert spoiled.detail == "Crash at ply 1. Its exit status was 1."


def test_faults_in_a_check_are_not_held_against_the_bot(version: BotVersion, magma: User) -> None:
    play_all(FakeKind(lambda told: failing(Fault.CRASH)))
    magma.bot.refresh_from_db()
    assert (magma.bot.faults_in_a_row, BotFault.objects.count()) == (0, 0)


def test_the_questions_of_a_bout_tell_its_sides(version: BotVersion) -> None:
    kind = FakeKind()
    play_some(kind)
    itself = version.check_bouts.get(number=bouts.AGAINST_ITSELF)
    told = [asked for asked in kind.asked if asked["game"] == f"bout-{itself.pk}"]
    assert [asked["you"] for asked in told[:4]] == [None, None, "white", "black"]
    assert [asked["choose_side"] for asked in told[:3]] == [False, True, False]
    assert told[3]["moves"] == itself.moves[:3]


def test_each_seat_of_a_bout_remembers_for_itself(version: BotVersion) -> None:
    kind = FakeKind(lambda told: first_move(told) | {"memory": len(told["moves"])})
    play_some(kind)
    itself = version.check_bouts.get(number=bouts.AGAINST_ITSELF)
    told = [asked for asked in kind.asked if asked["game"] == f"bout-{itself.pk}"]
    assert [asked["memory"] for asked in told[:4]] == [None, None, 1, 0]


def test_a_scrimmage_is_played_to_its_end(magma: User, amaia: User, unai: User) -> None:
    mine = BotVersion.objects.get(bot=magma.pk)
    theirs = BotVersion.objects.get(bot=make_hosted_bot(unai, "lapilli").pk)
    bouts.begin_scrimmage_bouts(make_scrimmage(amaia, mine, theirs), 1)
    play_all(FakeKind())
    assert {bout.status for bout in Bout.objects.all()} == {BoutStatus.FINISHED}


def test_a_bout_of_a_retired_bot_is_called_off(version: BotVersion, magma: User) -> None:
    User.objects.filter(pk=magma.pk).update(is_active=False)
    kind = FakeKind()
    play_all(kind)
    assert kind.asked == []
    assert {bout.status for bout in version.check_bouts.all()} == {BoutStatus.CALLED_OFF}
    assert {turn.state for turn in BotTurn.objects.all()} == {TurnState.DROPPED}


def test_an_error_is_told_by_its_last_line_and_where_it_was(version: BotVersion) -> None:
    log = b'Traceback (most recent call last):\n  File "main.py", line 41, in choose\nKeyError: 7\n'
    make_check(version)
    play_next(FakeKind(lambda told: failing(Fault.CRASH, "Its exit status was 1.", log)))
    spoiled = Bout.objects.get(termination=Termination.FAULT)
    assert spoiled.detail == "Crash at ply 1. KeyError: 7 (main.py, line 41)"


def test_an_answer_without_a_move_is_told_by_what_was_printed_last(version: BotVersion) -> None:
    none = Outcome(stdout=b'{"move": null}\n', stderr=b"choose() returned None, not a move.\n")
    make_check(version)
    play_next(FakeKind(lambda told: none))
    spoiled = Bout.objects.get(termination=Termination.FAULT)
    assert spoiled.detail.endswith(' "move". choose() returned None, not a move.')
