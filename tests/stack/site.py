"""The whole site as its operator starts it, in a child process."""

import json
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from django.db import connection

from tests.stack.process import child

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
T = TypeVar("T")
Tables = Path | str | None
"""A SQLite file or the name of a PostgreSQL database, to be copied: to make the tables of a new
site takes longer than all else at its start."""


@dataclass
class Site:
    """A running site: its data folder, its supervisor, its address without a final slash."""

    data: Path
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes]
    log: Path
    url: str = ""

    def output(self) -> str:
        return self.log.read_text()

    def says(self, pattern: str) -> str:
        """Wait until the site has printed `pattern`; the text of its first group."""
        match = self.until(lambda: re.search(pattern, self.output()))
        return match[match.lastindex or 0]

    def until(self, look: Callable[[], T | None]) -> T:
        """Wait until `look` finds something."""

        def explain() -> str:
            return f"the site said:\n{self.output()}"

        def look_while_running() -> T | None:
            found = look()
            assert found or self.process.poll() is None, explain()
            return found

        return until(look_while_running, explain)

    def healthy(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
        return False

    def child(self, word: str) -> int:
        """The process that the supervisor itself started and whose command line has `word`."""
        (pid,) = self.children(word)
        return pid

    def children(self, word: str) -> set[int]:
        """The processes like that, of which some may just be ending."""
        mine = f"\nPPid:\t{self.process.pid}\n"
        return {
            pid
            for pid, command in processes(self.data).items()
            if word in command and mine in _status(pid)
        }

    def shell(self, code: str) -> str:
        """Run Python `code` with the site's Django, in a process of its own; what it printed."""
        assert self._shell.stdin
        assert self._shell.stdout
        self._shell.stdin.write(json.dumps(code) + "\n")
        self._shell.stdin.flush()
        printed, failure = json.loads(self._shell.stdout.readline())
        assert not failure, failure
        return str(printed).strip()

    @cached_property
    def _shell(self) -> subprocess.Popen[str]:
        """Started when it is first needed; it ends when its input does, also if that is because
        the tests were killed."""
        command = [sys.executable, "-m", "tests.stack.shell"]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdin=pipe, stdout=pipe, text=True
        )

    def close_shell(self) -> None:
        if "_shell" in vars(self):
            self._shell.communicate(timeout=PATIENCE)


def until(look: Callable[[], T | None], explain: Callable[[], str] = str) -> T:
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < deadline, explain()
        time.sleep(0.05)
    return found


def _status(pid: int) -> str:
    """What the system tells of a process; nothing when it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/status").read_text()
    return ""


def processes(data: Path) -> dict[int, str]:
    """The processes of the site on this data folder, with their command lines."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes()
            if os.fsencode(data) in (folder / "environ").read_bytes() + command:
                found[int(folder.name)] = command.replace(b"\0", b" ").decode(errors="replace")
    return {pid: command for pid, command in found.items() if command}


@contextmanager
def starting(data: Path, tables: Path | None = None, **settings: str) -> Iterator[Site]:
    """`manage.py up` on a free port, from its first moment on; it ends with the block. The SQLite
    file `tables` is what its database begins with."""
    environment = {**os.environ, "PORT": "0", "SUMENDI_DATA": str(data), **settings}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    data.parent.mkdir(parents=True, exist_ok=True)
    if tables:
        data.mkdir(mode=0o700)
        shutil.copy(tables, data / "db.sqlite3")
    log = data.with_name(f"{data.name}-{secrets.token_hex(3)}.log")
    up = [sys.executable, str(ROOT / "manage.py"), "up"]
    with (
        log.open("wb") as output,
        child(up, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT) as process,
    ):
        site = Site(data, environment, process, log)
        try:
            yield site
        finally:
            site.close_shell()


@contextmanager
def running_site(data: Path, tables: Tables = None, **settings: str) -> Iterator[Site]:
    """A site that is well and has its demo data; after it, nothing of it is left. Its database
    begins with `tables`, if they are given."""
    file, template = (tables, None) if isinstance(tables, Path) else (None, tables)
    with own_database(template) as database_url, own_broker() as redis_url:
        with starting(data, file, **database_url, **redis_url, **settings) as site:
            site.url = site.says(r"Sumendi is at (http://\S+)")
            site.until(site.healthy)
            if site.environment.get("SUMENDI_DEMO") != "0":
                site.says(r"Demo players \(name and password\):(?:\n  .+){3}")
            yield site
        assert processes(data) == {}


@contextmanager
def own_database(template: str | None = None) -> Iterator[dict[str, str]]:
    """A fresh database on the server of `DATABASE_URL`, where that is PostgreSQL; or a copy of the
    database `template`, to which nobody may be connected."""
    url = urlsplit(os.environ.get("DATABASE_URL", ""))
    if not url.scheme.startswith("postgres"):
        yield {}
        return
    name = f"site_{secrets.token_hex(4)}"
    with psycopg.connect(urlunsplit(url), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template or 'DEFAULT'}")
        try:
            yield {"DATABASE_URL": urlunsplit(url._replace(path=f"/{name}"))}
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def kept_tables(folder: Path) -> Iterator[Tables]:
    """The tables of the test's database, as they are now."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(name)) as made:
            made.execute("VACUUM INTO ?", [str(folder / "tables.sqlite3")])
        yield folder / "tables.sqlite3"
    else:
        connection.close()
        with own_database(template=name) as copy:
            yield urlsplit(copy["DATABASE_URL"]).path.removeprefix("/")


@contextmanager
def own_broker() -> Iterator[dict[str, str]]:
    """A numbered database of its own on the broker of `REDIS_URL`."""
    if "REDIS_URL" not in os.environ:
        yield {}
        return
    for number in range(1, 16):
        url = with_number(os.environ["REDIS_URL"], number)
        with redis.from_url(url) as client:
            if client.set("taken by a test", "yes", nx=True):
                yield {"REDIS_URL": url}
                client.flushdb()
                return
    raise RuntimeError("All numbered databases of the broker are taken.")


def with_number(url: str, number: int) -> str:
    """The `url` of a Redis with another database number; it is a query for a unix socket."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?db={number}"
    return urlunsplit(parts._replace(path=f"/{number}"))
