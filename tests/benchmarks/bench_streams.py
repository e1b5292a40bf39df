"""What open streams cost, and how late their news is: `python tests/benchmarks/bench_streams.py`.

Prints figures, asserts none. Starts the whole site on embedded parts with a throwaway data folder;
all streams follow one game, which is the worst case: each of its moves wakes all of them.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.stack.site import Site, running_site

STREAMS, OF_A_CALLER = 200, 20
PLIES = 20

PREPARE = f"""
import json
from sumendi_site.accounts.tokens import issue
from tests.games.factories import make_game, make_user, some_moves
players = [make_user(f"player-{{number}}") for number in range({STREAMS // OF_A_CALLER})]
tokens = [issue(player, "bench", ["read", "play"], 1)[1] for player in players]
game = make_game(players[0], players[1], size=7)
print(json.dumps([game.pk, tokens, some_moves({PLIES}, size=7)]))
"""


class Watcher:
    """One open stream, and when it was told which ply."""

    def __init__(self) -> None:
        self.told: dict[int, float] = {}

    async def open(self, site: Site, game: int, token: str) -> None:
        self.reader, self._writer = await ask(site, "GET", f"games/{game}/stream", token)
        while b'"game"' not in await self.reader.readline():
            pass
        self._task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        while line := await self.reader.readline():
            with suppress(ValueError):
                event = json.loads(line)
                if isinstance(event, dict) and event["type"] == "move":
                    self.told[event["ply"]] = time.perf_counter()

    def close(self) -> None:
        self._task.cancel()
        self._writer.close()


async def ask(
    site: Site, method: str, path: str, token: str, body: bytes = b""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = urlsplit(site.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    head = (
        f"{method} /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token {token}\r\n"
    )
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    writer.write(f"{head}{kind}\r\n".encode() + body)
    status = await reader.readline()
    assert b" 20" in status, status
    return reader, writer


async def play(site: Site, game: int, tokens: list[str], ply: int, move: str) -> float:
    """When the move was sent."""
    sent = time.perf_counter()
    body = json.dumps({"ply": ply, "move": move}).encode()
    for token in tokens[:2]:  # one of them is to move
        with suppress(AssertionError):
            _, writer = await ask(site, "POST", f"games/{game}/moves", token, body)
            writer.close()
            return sent
        sent = time.perf_counter()
    raise AssertionError(f"nobody can play {move} at ply {ply}")


async def measure(site: Site, game: int, tokens: list[str], moves: list[str]) -> None:
    before = process(site)
    watchers = [Watcher() for _ in range(STREAMS)]
    for number, watcher in enumerate(watchers):
        await watcher.open(site, game, tokens[number % len(tokens)])
    opened = process(site)
    delays, answers = [], []
    for ply, move in enumerate(moves, start=1):
        sent = await play(site, game, tokens, ply, move)
        answers.append(time.perf_counter() - sent)
        await asyncio.sleep(2)
        delays += [watcher.told[ply] - sent for watcher in watchers]
    after = process(site)
    report(before, opened, after, sorted(delays), answers)
    for watcher in watchers:
        watcher.close()


def process(site: Site) -> dict[str, int]:
    """Memory in KB, threads and descriptors of the web server."""
    pid = site.child("up.web")
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    return {
        "memory": int(status["VmRSS"].split()[0]),
        "threads": int(status["Threads"]),
        "descriptors": len(list(Path(f"/proc/{pid}/fd").iterdir())),
    }


def report(
    before: dict[str, int],
    opened: dict[str, int],
    after: dict[str, int],
    delays: list[float],
    answers: list[float],
) -> None:
    print(f"{STREAMS} streams of one game, {len(answers)} moves, one web process on SQLite")
    for name in before:
        print(f"{name:20} {before[name]:8} before, {opened[name]} open, {after[name]} after")
    each = (after["memory"] - before["memory"]) / STREAMS
    print(f"memory of a stream   {each:8.0f} KB    goal < 2048")
    print(f"the move's answer    {statistics.median(answers) * 1000:8.0f} ms median")
    for share in (0.5, 0.95, 1.0):
        delay = delays[int(share * (len(delays) - 1))] * 1000
        print(f"a move is told, {share:4.0%} {delay:8.0f} ms    {'goal < 1000' * (share == 0.95)}")


def main() -> None:
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder) / "data", API_RATE_WRITES="100000") as site,
    ):
        prepared: list[Any] = json.loads(site.shell(PREPARE).splitlines()[-1])
        asyncio.run(measure(site, *prepared))


if __name__ == "__main__":
    main()
