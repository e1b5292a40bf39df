"""Faults of ours: nobody loses by them."""

import logging
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.bots.sandbox import Fault, Outcome
from games.bots.turns import play_next
from games.models import (
    BotFault,
    BotRun,
    BotTurn,
    Game,
    Heartbeat,
    RunFault,
    Termination,
    TurnState,
)
from sumendi_site.accounts.models import User
from sumendi_site.notices.models import Notice
from tests.games.bots.hosting import FakeKind, failing, first_move, make_hosted_bot
from tests.games.factories import make_game, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def magma(amaia: User) -> User:
    return make_hosted_bot(amaia)


@pytest.fixture
def game(magma: User, unai: User) -> Game:
    return make_game(magma, unai)


def broken() -> FakeKind:
    return FakeKind(lambda told: failing(Fault.INFRASTRUCTURE, "The sandbox did not start."))


def test_a_fault_of_ours_is_tried_again_and_not_scored(game: Game, magma: User) -> None:
    play_next(broken())
    turn = BotTurn.objects.get()
    assert (turn.state, turn.tries, turn.outages) == (TurnState.WAITING, 0, 1)
    assert BotRun.objects.get().fault == RunFault.INFRASTRUCTURE
    assert not BotFault.objects.exists()
    assert Game.objects.get(pk=game.pk).is_running


def test_each_time_the_next_try_is_later(game: Game) -> None:
    waits = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(5):
            play_next(broken())
            turn = BotTurn.objects.get()
            waits.append((turn.not_before - timezone.now()).total_seconds())
            clock.move_to(turn.not_before)
    assert waits == [5, 15, 60, 300, 300]


def test_after_the_outage_the_move_is_made(game: Game) -> None:
    play_next(broken())
    assert not play_next(FakeKind())
    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        play_next(FakeKind())
    assert game.moves.get().seconds == 0


def test_operators_are_told_once_an_outage(
    game: Game, magma: User, unai: User, caplog: pytest.LogCaptureFixture
) -> None:
    operator = make_user("operator", is_staff=True)
    make_game(magma, unai)
    with caplog.at_level(logging.WARNING):
        play_next(broken())
        play_next(broken())
    assert Notice.objects.get(recipient=operator).kind == "bots_outage"
    levels = [record.levelname for record in caplog.records]
    assert levels == ["ERROR", "WARNING"]


def test_an_outage_much_later_is_told_again(game: Game) -> None:
    operator = make_user("operator", is_staff=True)
    play_next(broken())
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        play_next(broken())
    assert Notice.objects.filter(recipient=operator).count() == 2


def test_an_error_of_the_runner_is_a_fault_of_ours(game: Game) -> None:
    def raises(told: dict[str, object]) -> dict[str, object]:
        raise OSError("no space left")

    play_next(FakeKind(raises))
    assert BotRun.objects.get().detail == "A fault of the site: OSError."
    assert BotTurn.objects.get().state == TurnState.WAITING


def test_a_move_that_comes_while_the_clocks_are_behind_is_stored(game: Game) -> None:
    def while_the_site_was_away(told: dict[str, object]) -> dict[str, object]:
        Heartbeat.objects.create(pk=1, last=timezone.now() - timedelta(minutes=10))
        return first_move(told)

    play_next(FakeKind(while_the_site_was_away))  # type: ignore[arg-type]
    assert game.moves.count() == 1
    assert not BotRun.objects.exclude(fault="").exists()


def test_a_program_whose_first_try_took_all_its_time_loses_on_time(magma: User, unai: User) -> None:
    tries = iter([(119.9, Fault.CRASH), (0.2, Fault.INFRASTRUCTURE)])

    def fails(told: dict[str, object]) -> Outcome:
        seconds, fault = next(tries)
        clock.shift(seconds)
        return failing(fault)

    game = make_game(magma, unai, time_control="2m+2s")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        play_next(FakeKind(fails))
    assert Game.objects.get(pk=game.pk).termination == Termination.TIMEOUT
