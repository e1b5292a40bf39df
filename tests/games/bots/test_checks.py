"""An operator is told when bots cannot be hosted, and what to do."""

import pytest
from pytest_django import Settings

from games.bots import checks
from games.bots.sandbox import Choice, landlock


def test_a_server_with_a_sandbox_has_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "choose", lambda: Choice(landlock))
    assert checks.sandbox(None) == []


def test_a_server_without_one_is_told_why_and_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "choose", lambda: Choice(None, ("bwrap: it is not there.",)))
    [warning] = checks.sandbox(None)
    assert warning.id == "sumendi.W004"
    assert "hosted bots are off" in warning.msg
    assert warning.msg.endswith("bwrap: it is not there.")
    assert "Install bubblewrap" in (warning.hint or "")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("BOT_MEMORY_MIB", 0, "BOT_MEMORY_MIB is 0; write 1 or more."),
        ("BOT_WALL", 46, "BOT_WALL is 46; a turn lasts 45 seconds at most."),
    ],
)
def test_limits_that_cannot_be_are_refused_by_their_names(
    settings: Settings, name: str, value: int, words: str
) -> None:
    setattr(settings, name, value)
    [error] = checks.limits(None)
    assert (error.id, error.msg) == ("sumendi.E010", words)


def test_the_limits_as_they_are_are_well() -> None:
    assert checks.limits(None) == []
