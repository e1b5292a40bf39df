"""The sample bots on the running site, through real HTTP."""

import os
import secrets
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from games.bots.client.sumendi import samples
from games.bots.client.sumendi.client import Client
from games.bots.client.sumendi.client.payloads import GameDetail
from tests.games.bots.client.running import Running, running_bot
from tests.stack.site import Site

pytestmark = pytest.mark.site
UNDER_WAY = 4
"""Plies after which a game is in its middle."""


@dataclass
class Table:
    """Two bots of two owners, each with its runner, and the game that one challenged to."""

    site: Site
    client: Client
    game_id: int
    runners: list[Running]

    def game(self) -> GameDetail:
        return self.client.games.get(self.game_id)

    def until_under_way(self) -> None:
        self.site.until(lambda: self.game()["ply"] >= UNDER_WAY)

    def until_finished(self) -> GameDetail:
        self.site.until(lambda: self.game()["status"] == "finished")
        return self.game()


@pytest.fixture
def table(site: Site, pyz: Path, tmp_path: Path) -> Iterator[Table]:
    names = [f"bot-{secrets.token_hex(4)}" for _ in range(2)]
    tokens = [token_of_new_bot(site, name) for name in names]
    client = Client(site.url, tokens[0])
    client.challenges.create(names[1], 5, "3d", rated=True)
    bots = [written(tmp_path, name) for name in ("random", "greedy")]
    logs = [tmp_path / f"{name}.log" for name in names]
    with (
        running_bot(pyz, bots[0], site.url, tokens[0], log=logs[0]) as one,
        running_bot(pyz, bots[1], site.url, tokens[1], log=logs[1]) as other,
    ):
        game_id = int(other.says(r"Game (\d+): accepted the challenge")[1])
        yield Table(site, client, game_id, [one, other])
    client.close()


def token_of_new_bot(site: Site, name: str) -> str:
    return site.shell(
        "from games import services\n"
        "from tests.games.factories import make_user\n"
        f"owner = make_user('{name}-owner')\n"
        f"services.register_bot(owner, '{name}')\n"
        f"print(services.make_bot_token(owner, '{name}', 'a test', 1)[1])"
    )


def written(folder: Path, name: str) -> Path:
    file = folder / f"{name}_bot.py"  # not random.py, which another would import
    file.write_text(samples.text(name))
    return file


def test_two_sample_bots_play_a_rated_game_to_its_end(table: Table) -> None:
    game = table.until_finished()
    assert (game["rated"], game["termination"]) == (True, "score")
    entry = table.site.until(
        lambda: next(table.client.players.ratings(game["first"]["name"]), None)
    )
    assert (entry["game"], entry["rated"]) == (game["id"], True)


def test_a_server_that_is_killed_in_mid_game_costs_no_game(table: Table) -> None:
    table.until_under_way()
    os.kill(table.site.child("up.web"), signal.SIGKILL)
    table.site.until(table.site.healthy)
    assert table.until_finished()["termination"] == "score"
