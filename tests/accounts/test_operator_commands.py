"""The commands of the operator on a site that was never started, and on one that was."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from sumendi_site.accounts.models import User

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("command", ["createsuperuser", "invite"])
def test_a_site_that_never_ran_is_to_be_started_first(tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=ROOT,
        env={**os.environ, "SUMENDI_DATA": str(tmp_path / "data"), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert said.splitlines() == ["CommandError: Start the site once with make run first."]
    assert not (tmp_path / "data" / "db.sqlite3").exists()


def test_the_operator_gets_an_account_for_the_admin_pages(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "lava-flows-downhill")
    call_command("createsuperuser", username="boss", email="", interactive=False)
    assert User.objects.get(username="boss").is_superuser


def test_the_operator_cannot_take_the_name_of_a_house_bot(db: None) -> None:
    with pytest.raises(CommandError, match="given by the site"):
        call_command("createsuperuser", username="House-Tuff", email="", interactive=False)
