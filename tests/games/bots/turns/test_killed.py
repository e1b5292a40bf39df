"""A worker that is killed at any moment loses nothing and doubles nothing; two do no harm."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.bots.turns import play_next, queue, settling, sweep
from games.models import BotTurn, Game, TurnState
from sumendi_site.accounts.models import User
from tests.games.at_once import at_once, die, in_a_process_that_dies
from tests.games.bots.hosting import FakeKind, first_move, make_hosted_bot
from tests.games.factories import make_game, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def in_the_sandbox(patch: pytest.MonkeyPatch) -> FakeKind:
    return FakeKind(lambda told: die())  # type: ignore[arg-type,return-value,func-returns-value]


def before_the_clock_starts(patch: pytest.MonkeyPatch) -> FakeKind:
    patch.setattr(settling, "begin", die)
    return FakeKind()


def while_the_move_is_stored(patch: pytest.MonkeyPatch) -> FakeKind:
    patch.setattr(settling, "_close", die)
    return FakeKind()


def after_the_move_was_stored(patch: pytest.MonkeyPatch) -> FakeKind:
    patch.setattr(queue, "waits_for_slot", die)
    return FakeKind()


def play_and_die(arrange: Callable[[pytest.MonkeyPatch], FakeKind]) -> None:
    def play() -> None:
        with pytest.MonkeyPatch.context() as patch:
            play_next(arrange(patch))

    in_a_process_that_dies(play)


@pytest.fixture(params=["against a person", "against a program"])
def game(request: pytest.FixtureRequest) -> Game:
    amaia, unai = make_user("amaia"), make_user("unai")
    is_ladder = request.param == "against a program"
    opponent: User = make_hosted_bot(unai, "lapilli") if is_ladder else unai
    return make_game(make_hosted_bot(amaia), opponent)


@pytest.mark.parametrize(
    "moment",
    [
        before_the_clock_starts,
        in_the_sandbox,
        while_the_move_is_stored,
        after_the_move_was_stored,
    ],
)
def test_a_killed_worker_loses_and_doubles_nothing(
    game: Game, moment: Callable[[pytest.MonkeyPatch], FakeKind]
) -> None:
    play_and_die(moment)
    now = timezone.now()
    with time_machine.travel(now + timedelta(minutes=1)):
        sweep()
    with time_machine.travel(now + timedelta(minutes=2)):
        play_next(FakeKind())
    assert game.moves.filter(ply=1).count() == 1
    turn = BotTurn.objects.get(ply=1)
    assert (turn.state, turn.runs.filter(fault="").count()) == (TurnState.DONE, 1)


def test_two_workers_that_race_for_one_turn_make_one_move(game: Game) -> None:
    kinds = [FakeKind(), FakeKind()]
    at_once([lambda kind=kind: play_next(kind) for kind in kinds])  # type: ignore[misc]
    asked = [told["moves"] for kind in kinds for told in kind.asked]
    assert asked.count([]) == 1
    assert game.moves.filter(ply=1).count() == 1


def test_a_turn_that_two_workers_play_after_all_is_stored_once(game: Game) -> None:
    def taken_over_meanwhile(told: dict[str, object]) -> dict[str, object]:
        BotTurn.objects.update(state=TurnState.WAITING, lease=None)
        play_next(FakeKind())
        return first_move(told)

    play_next(FakeKind(taken_over_meanwhile))  # type: ignore[arg-type]
    assert game.moves.count() == 1
    assert BotTurn.objects.get(ply=1).runs.count() == 1
