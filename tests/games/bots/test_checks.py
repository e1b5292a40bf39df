"""An operator is told when bots cannot be hosted, and what to do."""

import pytest

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
