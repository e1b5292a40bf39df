"""From an uploaded file to a rating, on the running site, with the client's own commands."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from games.bots.client.sumendi import samples
from games.bots.client.sumendi.client import Client
from games.bots.client.sumendi.client.payloads import GameDetail
from tests.games.bots.client.test_on_the_site import written
from tests.stack.site import Site

pytestmark = pytest.mark.site


@pytest.fixture
def names() -> list[str]:
    return [f"bot-{secrets.token_hex(4)}" for _ in range(2)]


def token_for_uploads(site: Site, name: str) -> str:
    return site.shell(
        "from games import services\n"
        "from sumendi_site.accounts import tokens\n"
        "from tests.games.factories import make_user\n"
        f"owner = make_user('{name}-owner')\n"
        f"services.register_bot(owner, '{name}')\n"
        "scopes = (tokens.Scope.READ, tokens.Scope.BOT)\n"
        "print(tokens.issue(owner, 'uploads', scopes, 1)[1])"
    )


def submit(pyz: Path, file: Path, site: Site, name: str, token: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(pyz), "submit", str(file), "--bot", name, "--url", site.url]
    environment = {**os.environ, "SUMENDI_TOKEN": token}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_two_submitted_bots_are_checked_meet_on_the_ladder_and_are_rated(
    site: Site, pyz: Path, tmp_path: Path, names: list[str]
) -> None:
    tokens = [token_for_uploads(site, name) for name in names]
    files = [written(tmp_path, sample) for sample in samples.NAMES]
    submitting = [
        submit(pyz, file, site, name, token)
        for file, name, token in zip(files, names, tokens, strict=True)
    ]
    told = [process.communicate(timeout=60)[0] for process in submitting]
    assert all("It has passed its check" in text for text in told), told

    client = Client(site.url, tokens[0])
    met = site.until(lambda: next(client.players.games(names[0]), None))
    game = site.until(lambda: ended(client, met["id"]))
    assert (game["rated"], game["termination"]) == (True, "score")
    entry = site.until(lambda: next(client.players.ratings(names[0]), None))
    assert (entry["game"], entry["rated"]) == (game["id"], True)


def ended(client: Client, game_id: int) -> GameDetail | None:
    game = client.games.get(game_id)
    return game if game["status"] == "finished" else None
