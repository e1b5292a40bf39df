"""Whatever a site answers, the client raises nothing but its own errors, and shows no token."""

import json
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from games.bots.client.sumendi.client import ApiError, ClientError
from games.bots.client.sumendi.client.waiting import LONGEST_ASKED, Backoff, retry_after
from tests.games.bots.client.fake_site import TOKEN, on

DEEP = b"[" * 100_000
ESCAPED = "".join(f"\\u{ord(letter):04x}" for letter in TOKEN).encode()
NO_DATES = [
    "Fri, 01 Jan 0100 00:00:00 +2359",
    "Fri, 31 Dec 9999 23:59:59 -2359",
    "Mon, 99 Jan 2026 00:00:00 GMT",
    "Mon, 01 Jan 2026 00:00:00 +99999999999999999999",
]


def answering(data, status=200, **headers):
    """This body as it is, whatever the fake site would say."""

    def act(handler):
        handler.send_response_only(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    return act


@pytest.mark.parametrize("body", [DEEP, b"[]", b"null", b'"x"', b"", b"\xff", b"9" * 5000])
def test_what_is_no_object_is_an_error_of_the_client(fake, client, body):
    fake.faults.append(on("GET", "me", answering(body)))
    with pytest.raises(ClientError):
        client.account.me()


@pytest.mark.parametrize(
    "body", [b"[]", b"{}", b"null", b'{"results": {}}', b'{"results": [], "next": "http://["}']
)
def test_what_is_no_page_is_an_error_of_the_client(fake, client, body):
    fake.faults.append(on("GET", "bots", answering(body)))
    with pytest.raises(ClientError):
        list(client.bots.list())


@pytest.mark.parametrize("body", [DEEP, b"[]", b'{"errors": "x"}', b'{"errors": {"a": 5}}'])
def test_a_refusal_of_an_odd_shape_is_told_by_its_status(fake, client, body):
    fake.faults.append(on("GET", "me", answering(body, 400)))
    with pytest.raises(ApiError, match=r"Status 400\."):
        client.account.me()


def test_faults_that_are_no_texts_are_left_out(fake, client):
    body = b'{"code": [1], "detail": {}, "title": "No.", "errors": {"a": [1, "b"], "c": null}}'
    fake.faults.append(on("GET", "me", answering(body, 400)))
    with pytest.raises(ApiError) as caught:
        client.account.me()
    assert str(caught.value) == "No. a: b (400)"


def test_a_fault_is_not_told_twice():
    problem = {"code": "bad", "detail": "seat: No.", "errors": {"seat": ["No."], "size": ["No."]}}
    assert str(ApiError(400, problem)) == "seat: No. size: No. (400 bad)"


@pytest.mark.parametrize("body", [b"-5\r\nxxxxx\r\n", b"zz\r\n"])
def test_chunks_of_an_odd_size_are_an_error_of_the_client(fake, client, body):
    def act(handler):
        handler.send_response_only(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = True

    client.session.patience = 0.0
    fake.faults.append(on("GET", "me", act))
    with pytest.raises(ClientError):
        client.account.me()


@pytest.mark.parametrize("game", [b"{}", b'{"id": "x"}', b'{"id": [1]}', DEEP])
def test_an_export_of_no_games_is_an_error_of_the_client(fake, client, game):
    client.session.patience = 0.0
    fake.faults.append(on("GET", "games/export", answering(game + b"\n")))
    with pytest.raises(ClientError):
        list(client.games.export())


@pytest.mark.parametrize("since", ["[]", '"x"', "-1", "1e999", "NaN", "true", "9" * 100])
def test_a_stream_that_names_no_number_is_followed_from_what_was_read(fake, client, since):
    hello = f'{{"type": "hello", "since": {since}}}\n{{"type": "chat", "id": 7}}\n'.encode()
    fake.faults.append(on("GET", "stream", answering(hello)))
    assert [e["type"] for e in islice(client.streams.events(), 3)] == ["hello", "chat", "hello"]
    assert fake.requests("GET", "stream")[1].query == {"since": "7"}


def test_a_line_that_is_nested_too_deep_is_a_broken_line(fake, client):
    fake.faults.append(on("GET", "stream", answering(DEEP + b"\n")))
    assert next(client.streams.events())["type"] == "hello"


def test_the_token_is_taken_out_of_a_refusal_that_writes_it_with_escapes(fake, client):
    body = b'{"code": "T", "detail": "T", "errors": {"T": ["T"]}}'.replace(b"T", ESCAPED)
    fake.faults.append(on("GET", "me", answering(body, 400)))
    with pytest.raises(ApiError) as caught:
        client.account.me()
    assert TOKEN not in f"{caught.value} {caught.value!r} {vars(caught.value)}"


def test_the_token_is_taken_out_of_what_is_read(fake, client):
    body = b'{"name": "T", "a": [{"T": "T"}]}'.replace(b"T", ESCAPED)
    fake.faults += [on("GET", "me", answering(body)), on("GET", "stream", answering(body + b"\n"))]
    read = [client.account.me(), next(client.streams.events())]
    assert TOKEN not in json.dumps(read)
    assert read[0]["name"] == "***"


@pytest.mark.parametrize("date", NO_DATES)
def test_a_date_beyond_any_calendar_asks_for_no_time_that_is_not_finite(date):
    assert retry_after(date) is None or 0 <= retry_after(date) < 1e12


@pytest.mark.parametrize("date", [*NO_DATES, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_clock_that_cannot_be_right_is_ignored(fake, client, date):
    fake.faults.append(on("GET", "me", answering(b"{}", Date=date)))
    client.account.me()
    assert abs(client.session.now() - datetime.now(UTC)) < timedelta(seconds=60)


def test_a_wait_without_end_is_cut_to_an_hour():
    assert Backoff().next(999_999_999.0) <= LONGEST_ASKED + 1
