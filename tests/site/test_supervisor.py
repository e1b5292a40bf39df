"""What the supervisor does with parts that do not behave; small programs stand in for them."""

import socket
import sys
import time
from pathlib import Path

import pytest

from sumendi_site.management.commands.up import parts, searcher
from sumendi_site.up import child as child_module
from sumendi_site.up import guard
from sumendi_site.up.child import Child
from sumendi_site.up.errors import GaveUpError
from sumendi_site.up.supervisor import Supervisor


def program(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_part_that_keeps_ending_makes_it_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "FIRST_PAUSE", 0.001)
    said: list[str] = []
    with Supervisor(said.append) as supervisor:
        supervisor.start(Child("worker", program("raise SystemExit(3)")))
        with pytest.raises(GaveUpError, match="The worker keeps ending soon after its start"):
            supervisor.watch()
    assert len(said) == 5
    assert said[0] == "The worker ended with code 3; it starts again in 0.001 s."


def test_it_goes_on_without_a_dispensable_part_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(child_module, "LONGEST_PAUSE", 0.02)
    said: list[str] = []
    with Supervisor(said.append) as supervisor:
        supervisor.start(Child("searcher", program("raise SystemExit(3)"), dispensable=True))
        until = time.monotonic() + 10
        while len(said) < 9 and time.monotonic() < until:
            supervisor.restart_ended()
            time.sleep(0.001)
    assert said[5:7] == [
        "The searcher ended with code 3; it starts again in 0.02 s.",
        "The searcher keeps ending soon after its start; the site goes on without.",
    ]
    assert said[7:] == said[5:7]  # it was tried once more


def test_the_pause_of_a_dispensable_part_grows_to_a_minute() -> None:
    child = Child("searcher", [], started=time.monotonic(), dispensable=True)
    assert [child.plan_restart() for _ in range(7)] == [0.5, 1.0, 2.0, 4.0, 8.0, 60.0, 60.0]


def test_the_site_does_without_its_searcher_alone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        children = [*parts(listener, lock=0), searcher(listener, lock=0)]
    dispensable = [child.name for child in children if child.dispensable]
    assert dispensable == ["search worker"]


def test_each_short_life_doubles_the_pause() -> None:
    child = Child("worker", [], started=time.monotonic())
    assert [child.plan_restart() for _ in range(4)] == [0.5, 1.0, 2.0, 4.0]


def test_a_part_that_lived_long_starts_again_at_once() -> None:
    child = Child("worker", [], started=time.monotonic() - 60, short_lives=4)
    assert child.plan_restart() == 0.5


def test_a_part_that_does_not_listen_is_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(guard, "GRACE", 0.2)
    ready = tmp_path / "ready"
    deaf = "import signal, time, sys, pathlib; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    child = Child("worker", program(f"{deaf} pathlib.Path({str(ready)!r}).touch(); time.sleep(60)"))
    with Supervisor(print) as supervisor:
        supervisor.start(child)
        while not ready.exists():
            time.sleep(0.01)
    assert child.last_word() == "by SIGKILL"
