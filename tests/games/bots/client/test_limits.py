"""No answer holds the client for ever, however steadily it drips."""

import time
from contextlib import suppress

import pytest

from games.bots.client.sumendi.client import Client, ClientError, Unreachable
from tests.games.bots.client.fake_site import TOKEN, on

HEAD = b"HTTP/1.1 200 OK\r\n"
DRIPS = {
    "head": (HEAD, b"X-A: b\r\n"),
    "body": (HEAD + b"Content-Length: 100000\r\n\r\n", b" "),
    "100 Continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
}


def dripping(start, drop, seconds=5.0):
    """An answer that comes drop by drop, and has no end within these seconds."""

    def act(handler):
        handler.close_connection = True
        end = time.monotonic() + seconds
        with suppress(OSError):
            handler.wfile.write(start)
            while time.monotonic() < end:
                handler.wfile.write(drop)
                time.sleep(0.1)

    return act


@pytest.fixture
def hurried(fake):
    return Client(fake.url, TOKEN, timeout=0.4, whole=0.6, patience=0)


@pytest.mark.parametrize("name", DRIPS)
def test_an_answer_that_drips_is_given_up_when_its_whole_time_is_over(fake, hurried, name):
    fake.faults.append(on("GET", "me", dripping(*DRIPS[name])))
    began = time.monotonic()
    with pytest.raises(Unreachable):
        hurried.account.me()
    assert 0.5 < time.monotonic() - began < 2


def test_after_an_answer_that_dripped_the_client_asks_on(fake):
    client = Client(fake.url, TOKEN, timeout=0.4, whole=0.6, patience=10)
    fake.faults.append(on("GET", "me", dripping(*DRIPS["body"])))
    assert client.account.me()["running"] == 0


def test_a_slow_end_of_one_answer_leaves_the_next_its_time(fake, hurried):
    for _ in range(3):
        fake.faults.append(on("GET", "me", slowly_but_whole))
        assert hurried.account.me() == {}


def slowly_but_whole(handler):
    handler.wfile.write(HEAD + b"Content-Length: 2\r\n\r\n{")
    time.sleep(0.3)
    handler.wfile.write(b"}")


def test_a_stream_whose_line_drips_is_opened_anew(fake, client):
    fake.faults.append(on("GET", "stream", dripping(HEAD + b"\r\n", b"x")))
    began = time.monotonic()
    assert next(client.streams.events())["type"] == "hello"
    assert time.monotonic() - began < 4


def test_an_export_of_empty_lines_is_given_up(fake, hurried):
    fake.faults.append(on("GET", "games/export", dripping(HEAD + b"\r\n", b"\n")))
    with pytest.raises(Unreachable):
        list(hurried.games.export())


@pytest.mark.parametrize("following", ["?cursor=a", "http://h/?", "?"])
def test_pages_that_go_in_a_circle_are_told(fake, client, following):
    page = {"next": following, "results": [1]}
    fake.faults += [on("GET", "bots", lambda handler: handler.say(page))] * 3
    with pytest.raises(ClientError, match="circle"):
        list(client.bots.list())
