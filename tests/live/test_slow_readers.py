"""Readers who do not read, or are gone, from the server that everybody gets."""

import socket
import threading
import time
from collections import Counter
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from sumendi_site.live import lines, places, reading
from sumendi_site.live.models import LiveEvent
from sumendi_site.live.publish import game_topic, publish
from sumendi_site.up import web
from tests.api.clients import Caller
from tests.games.factories import make_game, make_user
from tests.live.serving import Follower, serving
from tests.stack.site import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

KILOBYTE = "x" * 1000
EVENTS = 20_000
"""Twenty megabytes, far more than the system keeps for a connection."""


@pytest.fixture(autouse=True)
def nobody_follows(monkeypatch):
    """Other tests may have left streams whose event loop is gone, and so never ended."""
    monkeypatch.setattr(places, "_taken", Counter())


@pytest.fixture
def game():
    return make_game(make_user("amaia"), make_user("unai"))


@pytest.fixture
def site(settings, valkey, transactional_db, monkeypatch):
    settings.REDIS_URL = valkey
    monkeypatch.setattr(web, "PATIENCE", 2)
    monkeypatch.setattr(lines, "EVERY", 0.2)
    with serving() as url:
        yield url


@pytest.fixture
def elsewhere(site):
    """The site on a system that ends no connections by itself."""
    with serving(socket.create_server(("127.0.0.1", 0))) as url:
        yield url


@pytest.fixture
def read_rows(monkeypatch):
    """How many events all streams together have taken from the database."""
    taken = []
    look = reading.Reading.next

    def counted(self):
        found = look(self)
        taken.extend(event.pk for event in found)
        return found

    monkeypatch.setattr(reading.Reading, "next", counted)
    return taken


def ask_without_reading(site: str, path: str) -> socket.socket:
    address = urlsplit(site)
    silent = socket.socket()
    silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    silent.connect((address.hostname, address.port))
    silent.sendall(f"GET /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return silent


def much_happens(game_id: int) -> int:
    """The number of the event before it."""
    publish("nobody", "nothing", {})
    start = LiveEvent.objects.latest("id").pk
    LiveEvent.objects.bulk_create(
        (
            LiveEvent(topic=game_topic(game_id), kind="draw_offer", data={"player": KILOBYTE})
            for _ in range(EVENTS)
        ),
        batch_size=1000,
    )
    LiveEvent.objects.update(created=timezone.now() - timedelta(minutes=1))
    return start


def wait_for_the_cut(site: str, game_id: int) -> None:
    since = much_happens(game_id)
    with ask_without_reading(site, f"games/{game_id}/stream?since={since}"):
        until(lambda: places.taken() == 1)
        until(lambda: places.taken() == 0)


def test_a_reader_who_does_not_read_is_cut_off_after_a_bounded_backlog(site, game, read_rows):
    wait_for_the_cut(site, game.pk)
    assert 0 < len(read_rows) <= 1000  # about a megabyte


def test_a_reader_who_does_not_read_is_cut_off_on_any_system(elsewhere, game):
    wait_for_the_cut(elsewhere, game.pk)


def test_one_who_does_not_read_delays_nobody_else(site, game):
    since = much_happens(game.pk)
    with ask_without_reading(site, f"games/{game.pk}/stream?since={since}"):
        other = Follower(site, f"games/{game.pk}/stream")
        other.read(2)
        started = time.monotonic()
        publish(game_topic(game.pk), "rated", {})
        assert [line["type"] for line in other.read(1)] == ["rated"]
        assert time.monotonic() - started < 1
        other.close()


def test_a_reader_who_reads_slowly_but_reads_is_not_cut_off(site, game):
    since = much_happens(game.pk)
    with ask_without_reading(site, f"games/{game.pk}/stream?since={since}") as slow:
        begun = time.monotonic()
        while time.monotonic() < begun + 2 * web.PATIENCE:
            assert slow.recv(65_536)  # some kilobytes, no more wait there
            time.sleep(0.02)
        assert places.taken() == 1


def test_a_reader_who_hangs_up_leaves_nothing_behind(site, game):
    before = threading.active_count()
    streams = [Follower(site, f"games/{game.pk}/stream") for _ in range(10)]
    for stream in streams:
        stream.read(2)
    assert places.taken() == 10
    for stream in streams:
        stream.close()
    until(lambda: places.taken() == 0)
    # The shared pool may have grown meanwhile; the threads of the streams themselves are gone.
    until(lambda: threading.active_count() < before + 10)


def test_the_system_gives_up_on_one_who_acknowledges_nothing():
    with web.listen("127.0.0.1", 0) as listener:
        client = socket.create_connection(listener.getsockname())
        with client, listener.accept()[0] as accepted:
            patience = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert patience == web.PATIENCE * 1000


def test_a_caller_who_opens_many_at_once_gets_no_more_than_allowed(site, game, monkeypatch):
    monkeypatch.setattr(places, "MOST_OF_A_CALLER", 3)
    headers = Caller(game.first).headers
    streams: list[Follower] = []
    openers = [
        threading.Thread(target=lambda: streams.append(Follower(site, "stream", headers)))
        for _ in range(12)
    ]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join()
    until(lambda: places.taken() == 3)
    time.sleep(0.5)
    assert places.taken() == 3
    for stream in streams:
        stream.close()
