"""What the queue of bots is for."""

from collections.abc import Callable
from typing import Any

import pytest
from celery import current_app
from pytest_django import Settings

from games import tasks
from games.bots import runner, sandbox
from games.bots.turns import queue
from games.models import BotTurn, TurnState
from games.services import hosted
from sumendi_site.accounts.models import User
from tests.games.bots.hosting import FakeKind, make_hosted_bot
from tests.games.factories import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(amaia: User, unai: User) -> BotTurn:
    make_game(make_hosted_bot(amaia), unai)
    return BotTurn.objects.get()


def test_a_message_plays_one_turn(turn: BotTurn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "choose", lambda: sandbox.Choice(FakeKind()))
    tasks.play_bot_turn()
    turn.refresh_from_db()
    assert turn.state == TurnState.DONE


def test_without_a_sandbox_turns_wait(turn: BotTurn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "choose", lambda: sandbox.Choice(None, ("No.",)))
    tasks.play_bot_turn()
    turn.refresh_from_db()
    assert (turn.state, turn.outages) == (TurnState.WAITING, 0)


@pytest.mark.parametrize("task", [tasks.play_bot_turn, tasks.report_sandbox, tasks.sweep_bot_turns])
def test_the_runner_listens_to_what_concerns_it(settings: Settings, task: object) -> None:
    routes = settings.CELERY_TASK_ROUTES
    assert routes[task.name]["queue"] == runner.QUEUE  # type: ignore[attr-defined]


def test_new_turns_wake_the_runner() -> None:
    assert tasks.play_bot_turn.name == hosted.PLAY


def test_a_message_beside_those_for_new_turns_expires(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    sent = []
    monkeypatch.setattr(current_app, "send_task", lambda task, **told: sent.append((task, told)))
    with django_capture_on_commit_callbacks(execute=True):
        queue.wake_worker()
    assert sent == [(hosted.PLAY, {"args": (), "expires": queue.TOKEN_LASTS})]


def test_reports_and_sweeps_do_not_queue_behind_turns() -> None:
    def priority(task: str) -> int:
        route: dict[str, int] = current_app.amqp.router.route({}, f"games.tasks.{task}")
        return route.get("priority", 0)

    turns = priority("play_bot_turn")
    assert max(priority("report_sandbox"), priority("sweep_bot_turns")) < turns
