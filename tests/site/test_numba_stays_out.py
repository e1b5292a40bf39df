"""Numba, 100 MB and more, is loaded by the worker that searches and by nobody else."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.stack.site import ROOT, Site

SERVE = """
import sys
import sumendi_site.asgi, sumendi_site.celery
from django.urls import get_resolver
sumendi_site.celery.app.loader.import_default_modules()
get_resolver().url_patterns
print({"numba", "llvmlite", "games.tasks"} & set(sys.modules))
"""


def test_pages_and_tasks_load_no_numba() -> None:
    command = [sys.executable, "-c", SERVE]
    loaded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert loaded == "{'games.tasks'}\n"


@pytest.mark.parametrize(
    ("word", "loads"), [("up.web", False), ("sumendi_site worker", False), ("search_worker", True)]
)
def test_of_the_running_site_one_worker_alone_loads_numba(
    site: Site, word: str, loads: bool
) -> None:
    maps = Path(f"/proc/{site.child(word)}/maps")
    if loads:
        site.until(lambda: "llvmlite" in maps.read_text())
    assert ("llvmlite" in maps.read_text()) == loads
