"""Streams go on after whatever broke them."""

from itertools import islice

import pytest

from games.bots.client.sumendi.client import ApiError
from tests.games.bots.client.fake_site import be_slow, on, refusing


def kinds(stream, number):
    return [event["type"] for event in islice(stream, number)]


def saying(*lines, stay=0.0):
    """A connection that says these lines, is silent for a while, and ends."""

    def act(handler):
        handler.begin_stream()
        for line in lines:
            if isinstance(line, bytes):
                handler.wfile.write(line)
            else:
                handler.write_line(line)
        handler.wfile.flush()
        be_silent(stay, handler)
        handler.close_connection = True

    return act


def be_silent(seconds, handler):
    handler.fake.down.wait(seconds)


HELLO = {"type": "hello", "since": 0}


def test_events_come_as_they_happen(fake, client):
    stream = client.streams.events()
    assert next(stream)["type"] == "hello"
    fake.tell("yourTurn", game=3)
    assert next(stream)["game"] == 3


def test_after_the_connection_ended_the_stream_goes_on_where_it_was(fake, client):
    fake.faults.append(on("GET", "stream", saying(HELLO, {"type": "chat", "id": 7})))
    fake.faults.append(on("GET", "stream", saying(HELLO, {"type": "gameEnd", "id": 8})))
    assert kinds(client.streams.events(), 4) == ["hello", "chat", "hello", "gameEnd"]
    assert [ask.query for ask in fake.requests("GET", "stream")] == [{}, {"since": "7"}]


def test_a_connection_that_broke_before_its_first_event_starts_from_what_hello_named(fake, client):
    fake.faults.append(on("GET", "stream", saying({"type": "hello", "since": 41})))
    kinds(client.streams.events(), 2)
    assert fake.requests("GET", "stream")[1].query == {"since": "41"}


def test_what_hello_names_does_not_hide_older_events_that_are_still_to_come(fake, client):
    fake.faults.append(on("GET", "stream", saying({"type": "hello", "since": 41})))
    kinds(client.streams.events(since=30), 2)
    assert fake.requests("GET", "stream")[1].query == {"since": "30"}


def test_after_a_reset_it_starts_from_now(fake, client):
    lines = {"type": "hello", "since": 41}, {"type": "reset"}
    fake.faults.append(on("GET", "stream", saying(*lines)))
    kinds(client.streams.events(since=3), 3)
    assert fake.requests("GET", "stream")[1].query == {"since": "41"}


def test_a_half_open_connection_is_given_up_after_the_longest_silence(fake, client):
    fake.faults.append(on("GET", "stream", saying(HELLO, stay=20)))
    assert kinds(client.streams.events(), 2) == ["hello", "hello"]


def test_keep_alive_lines_are_no_events_and_keep_the_connection(fake, client):
    def act(handler):
        handler.begin_stream()
        for _ in range(4):
            be_silent(0.25, handler)
            handler.wfile.write(b"\n")
        handler.write_line({"type": "chat", "id": 1})

    fake.faults.append(on("GET", "stream", act))
    assert kinds(client.streams.events(), 1) == ["chat"]
    assert len(fake.requests("GET", "stream")) == 1


def test_a_broken_line_is_asked_for_again(fake, client):
    fake.faults.append(on("GET", "stream", saying(HELLO, b'{"type": "yourT\n')))
    fake.faults.append(on("GET", "stream", saying(HELLO, {"type": "yourTurn", "id": 1})))
    assert kinds(client.streams.events(), 3) == ["hello", "hello", "yourTurn"]


def test_a_line_that_stays_broken_is_left_out(fake, client):
    for _ in range(2):
        lines = HELLO, b"[1, 2]\n", {"type": "chat", "id": 2}
        fake.faults.append(on("GET", "stream", saying(*lines)))
    assert kinds(client.streams.events(), 3) == ["hello", "hello", "chat"]


def test_a_line_cut_off_by_the_end_is_no_event(fake, client):
    fake.faults.append(on("GET", "stream", saying(HELLO, b'{"type": "chat", "id": 5}')))
    assert kinds(client.streams.events(), 2) == ["hello", "hello"]


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_site_is_asked_again(fake, client, status):
    fake.faults.append(on("GET", "stream", refusing(status, "busy", Retry_After="0")))
    assert kinds(client.streams.events(), 1) == ["hello"]


def test_a_slow_start_is_given_up_and_tried_again(fake, client):
    fake.faults.append(on("GET", "stream", be_slow(3)))
    assert kinds(client.streams.events(), 1) == ["hello"]


def test_a_refusal_for_good_ends_the_stream(fake, client):
    fake.faults.append(on("GET", "stream", refusing(403, "scope_missing")))
    with pytest.raises(ApiError, match="scope_missing"):
        next(client.streams.events())


def test_the_stream_goes_on_after_a_restart_of_the_site(fake, client):
    stream = client.streams.events()
    next(stream)
    fake.stop()
    fake.tell("gameStart", game=9)
    fake.start()
    assert kinds(stream, 2) == ["hello", "gameStart"]
