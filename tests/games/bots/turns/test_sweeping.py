"""What lost messages and killed workers leave behind is found."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.bots.turns import play_next, queue, sweep, sweeping
from games.models import BotRun, BotTurn, BotVersion, Game, TurnState, VersionState
from games.services import bouts, hosted, pausing
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import FakeKind, first_move, make_check, make_hosted_bot, make_version
from tests.games.factories import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def magma(amaia: User) -> User:
    return make_hosted_bot(amaia)


@pytest.fixture
def game(magma: User, unai: User) -> Game:
    return make_game(magma, unai)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that workers are woken for."""
    tasks: list[str] = []
    monkeypatch.setattr(queue, "wake", lambda task, **_: tasks.append(task))
    return tasks


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def later(**by: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(**by))


def test_the_turn_of_a_worker_that_died_is_played_by_another(game: Game) -> None:
    queue.claim(timezone.now())
    with later(seconds=36):
        sweep()
    with later(seconds=45):
        play_next(FakeKind())
    assert game.moves.count() == 1
    assert BotTurn.objects.get().outages == 1


def test_a_turn_at_work_is_left_alone(game: Game) -> None:
    queue.claim(timezone.now())
    sweep()
    assert BotTurn.objects.get().state == TurnState.RUNNING


def test_a_worker_that_was_given_up_cannot_store_its_move(game: Game) -> None:
    def given_up_meanwhile(told: dict[str, object]) -> dict[str, object]:
        sweeping.recover(timezone.now() + timedelta(minutes=1))
        return first_move(told)

    play_next(FakeKind(given_up_meanwhile))  # type: ignore[arg-type]
    assert game.moves.count() == 0
    assert BotTurn.objects.get().state == TurnState.WAITING


def test_workers_are_woken_while_turns_wait(game: Game, woken: list[str]) -> None:
    sweep()
    assert woken == [hosted.PLAY]


def test_nobody_is_woken_for_nothing(magma: User, woken: list[str]) -> None:
    sweep()
    assert woken == []


def test_who_has_played_a_turn_wakes_another_for_the_owners_next(
    game: Game, magma: User, unai: User, woken: list[str]
) -> None:
    make_game(magma, unai)
    play_next(FakeKind())
    assert woken == [hosted.PLAY]
    play_next(FakeKind())
    assert woken == [hosted.PLAY]


def test_a_game_that_waits_for_nobody_is_called_again(game: Game) -> None:
    BotTurn.objects.all().delete()
    sweep()
    assert BotTurn.objects.get().state == TurnState.WAITING


def test_a_game_that_waits_for_a_paused_bot_has_a_clock_again(game: Game, magma: User) -> None:
    pausing.mark_paused(magma.pk, "Its owner paused it.")
    BotTurn.objects.update(state=TurnState.DROPPED)
    sweep()
    assert fresh(game).deadline is not None


def test_a_bot_that_plays_on_is_asked_even_if_its_resuming_was_cut_short(
    game: Game, magma: User
) -> None:
    pausing.pause(magma.bot, "Its owner paused it.")
    magma.bot.paused = None
    magma.bot.save()
    deadline = fresh(game).deadline
    sweep()
    assert fresh(game).deadline == deadline
    assert BotTurn.objects.get().state == TurnState.WAITING


def test_games_of_remote_bots_are_left_alone(magma: User, unai: User) -> None:
    BotVersion.objects.all().delete()
    game = make_game(magma, unai)
    sweep()
    assert fresh(game).deadline == game.deadline
    assert not BotTurn.objects.exists()


def test_a_check_that_ended_unsaid_is_settled(magma: User) -> None:
    version = make_version(magma, state=VersionState.CHECKING)
    for bout in make_check(version):
        bouts.end_by_fault(bout, "second", "Crash at ply 2.")
    sweep()
    version.refresh_from_db()
    assert version.state == VersionState.REFUSED


def test_old_logs_are_emptied(game: Game) -> None:
    play_next(FakeKind())
    BotRun.objects.update(log="much")
    sweeping.forget(timezone.now() + timedelta(days=29))
    assert BotRun.objects.get().log == "much"
    sweeping.forget(timezone.now() + timedelta(days=31))
    assert BotRun.objects.get().log == ""


def test_what_a_bot_remembers_of_a_running_game_is_kept(game: Game) -> None:
    play_next(FakeKind(lambda told: {"move": "a1", "memory": 7}))
    sweeping.forget(timezone.now() + timedelta(days=400))
    assert BotTurn.objects.get().memory == "7"
    Game.objects.update(status="finished", deadline=None)
    sweeping.forget(timezone.now() + timedelta(days=400))
    assert BotTurn.objects.get().memory == ""


def test_old_turns_of_bouts_go_and_those_of_games_stay(game: Game, magma: User) -> None:
    play_next(FakeKind())
    make_check(make_version(magma, state=VersionState.QUEUED))
    play_next(FakeKind())
    sweeping.forget(timezone.now() + timedelta(days=91))
    assert [turn.game_id for turn in BotTurn.objects.exclude(finished=None)] == [game.pk]
