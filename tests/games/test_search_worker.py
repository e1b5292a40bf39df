"""The worker that searches: what it takes, and how it begins."""

import types

import pytest
from django.conf import settings

from games import search_worker
from games.services import analysis
from games.services.calling import LAST, SEARCH
from tournaments.services import proofs

BEGUN_ANEW = search_worker.BEGUN_ANEW


@pytest.fixture
def begun(monkeypatch):
    """Starts the worker with kernels that take so many seconds or are broken; what came of it."""
    monkeypatch.setenv(BEGUN_ANEW, "")  # so that it is taken back
    monkeypatch.delenv(BEGUN_ANEW)

    def begin(took=0.1, broken=False):
        happened = []
        monkeypatch.setattr(search_worker, "_warm", lambda: 1 / 0 if broken else took)
        monkeypatch.setattr(search_worker.time, "sleep", happened.append)
        monkeypatch.setattr(search_worker.os, "execv", lambda *_: happened.append("begins anew"))
        app = types.SimpleNamespace(worker_main=lambda *_: happened.append("serves"))
        monkeypatch.setattr(search_worker, "app", app)
        reporter = types.SimpleNamespace(ready=lambda: happened.append("reports ready"))
        monkeypatch.setattr(search_worker, "Reporter", lambda: reporter)
        search_worker.main()
        return happened

    return begin


def test_turns_of_levels_are_routed_to_it_and_taken_before_all_else():
    first, *_ = search_worker.QUEUES.split(",")
    assert settings.CELERY_TASK_ROUTES[SEARCH]["queue"] == first
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["queue_order_strategy"] == "priority"


@pytest.mark.parametrize("task", [analysis.WORK, proofs.PROVE])
def test_analyses_and_proofs_wait_behind_the_turns_of_whoever_plays_the_most(task):
    assert settings.CELERY_TASK_ROUTES[task]["priority"] >= LAST


def test_it_serves_when_it_has_loaded_the_kernels_and_says_so(begun):
    assert begun() == ["reports ready", "serves"]


def test_it_begins_anew_once_it_has_compiled_but_not_for_ever(begun):
    assert begun(took=20)[0] == "begins anew"
    assert begun(took=20) == ["reports ready", "serves"]


def test_kernels_that_cannot_be_compiled_do_not_look_like_a_part_that_is_broken(begun, caplog):
    with pytest.raises(SystemExit):
        begun(broken=True)
    assert "the house players wait" in caplog.text
