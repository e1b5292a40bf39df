"""`manage.py up` starts everything, keeps it running, and leaves nothing."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack.site import Site, processes, running_site, starting, until

pytestmark = pytest.mark.site
# The sites that take no `tables` make them, as a first start does.


@pytest.fixture(scope="module")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("up"), SUMENDI_DEMO="0") as site:
        yield site


@pytest.mark.stack
@pytest.mark.parametrize(
    ("part", "word"),
    [
        ("worker", "sumendi_site worker"),
        ("bot runner", "bots.runner"),
        ("search worker", "search_worker"),
        ("beat", "sumendi_site beat"),
        ("web server", "up.web"),
    ],
)
def test_a_killed_part_is_started_again(own_site: Site, part: str, word: str) -> None:
    first = own_site.child(word)
    os.kill(first, signal.SIGKILL)
    own_site.says(f"The {part} ended by SIGKILL")
    own_site.until(lambda: own_site.children(word) - {first})
    own_site.until(own_site.healthy)


@pytest.mark.skipif("REDIS_URL" in os.environ, reason="the broker is not the site's own")
def test_a_killed_broker_is_started_again_on_its_old_socket(own_site: Site) -> None:
    first = own_site.child("valkey-server")
    os.kill(first, signal.SIGKILL)
    own_site.says("The broker ended by SIGKILL")
    own_site.until(lambda: own_site.children("valkey-server") - {first})
    own_site.until(own_site.healthy)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_everything(tmp_path: Path, tables: Path, number: signal.Signals) -> None:
    with starting(tmp_path / "data", tables, SUMENDI_DEMO="0") as site:
        site.says("Sumendi is at")
        site.process.send_signal(number)
        assert site.process.wait(30) == 0
        assert processes(tmp_path) == {}


@pytest.mark.parametrize("moment", [0.3, 0.9, 1.5, 2.5, 5.0])
def test_nothing_is_left_of_a_killed_run(tmp_path: Path, moment: float) -> None:
    with starting(tmp_path / "data", SUMENDI_DEMO="0") as site:
        time.sleep(moment)
        kill_and_see_everything_end(site)


def test_a_run_after_a_killed_one_waits_for_its_remains(tmp_path: Path, tables: Path) -> None:
    with starting(tmp_path / "data", tables, SUMENDI_DEMO="0") as killed:
        killed.says("Sumendi is at")
        killed.process.kill()
        with running_site(tmp_path / "data", SUMENDI_DEMO="0") as site:
            assert "Sumendi is at" in site.output()


def test_a_killed_guard_is_replaced_and_still_does_its_duty(tmp_path: Path, tables: Path) -> None:
    with starting(tmp_path / "data", tables, SUMENDI_DEMO="0") as site:
        site.says("Sumendi is at")
        os.kill(site.child("guard.py"), signal.SIGKILL)
        site.says("The guard ended")
        kill_and_see_everything_end(site)


def kill_and_see_everything_end(site: Site) -> None:
    site.process.kill()
    site.process.wait()
    until(lambda: not processes(site.data), lambda: str(processes(site.data)))


def test_a_data_folder_with_a_long_path_works(tmp_path: Path, tables: Path) -> None:
    with running_site(tmp_path / ("long" * 30) / "data", tables, SUMENDI_DEMO="0") as site:
        assert site.healthy()


def test_a_second_run_on_the_same_data_is_refused(own_site: Site) -> None:
    with starting(own_site.data) as second:
        assert second.process.wait(30) == 1
    assert "already runs on the data folder" in second.output()


def test_a_taken_port_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        starting(tmp_path / "data", PORT=str(other.getsockname()[1])) as site,
    ):
        assert site.process.wait(30) == 1
    assert "Choose another one with PORT" in site.output()
    assert processes(tmp_path) == {}
