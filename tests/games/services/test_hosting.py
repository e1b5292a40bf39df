"""Whether uploaded programs can run, as workers report it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.bots import sandbox
from games.bots.turns import report_sandbox, reporting
from games.models import SandboxReport
from games.services.errors import HostingOff
from games.services.hosting import NO_WORKER, hosting, require_hosting
from tests.games.bots.hosting import FakeKind, hosting_on

pytestmark = pytest.mark.django_db


def test_without_a_worker_it_is_off() -> None:
    assert (hosting().on, hosting().why) == (False, NO_WORKER)


def test_with_a_sandbox_it_is_on() -> None:
    hosting_on("bwrap")
    assert (hosting().on, hosting().kind) == (True, "bwrap")


def test_one_worker_with_a_sandbox_is_enough() -> None:
    hosting_on()
    SandboxReport.objects.create(worker="other", why="No.", seen=timezone.now())
    assert hosting().on


def test_an_old_report_counts_for_nothing() -> None:
    hosting_on()
    SandboxReport.objects.update(seen=timezone.now() - timedelta(minutes=4))
    assert hosting().why == NO_WORKER


def test_who_needs_it_hears_why_it_is_off() -> None:
    SandboxReport.objects.create(worker="here", why="Install bubblewrap.", seen=timezone.now())
    with pytest.raises(HostingOff, match=r"Install bubblewrap\."):
        require_hosting()


def test_a_worker_reports_the_sandbox_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "choose", lambda: sandbox.Choice(FakeKind()))
    report_sandbox()
    report_sandbox()
    assert SandboxReport.objects.get().kind == "fake"


def test_a_worker_reports_why_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = sandbox.Choice(None, ("bwrap: no.", "landlock: no."))
    monkeypatch.setattr(reporting, "choose", lambda: choice)
    report_sandbox()
    assert hosting().why == f"{sandbox.OFF} bwrap: no. landlock: no."


def test_workers_that_are_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "choose", lambda: sandbox.Choice(FakeKind()))
    hosting_on(worker="gone")
    SandboxReport.objects.update(seen=timezone.now() - timedelta(days=2))
    report_sandbox()
    assert not SandboxReport.objects.filter(worker="gone").exists()
