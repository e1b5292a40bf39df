"""Requests survive what can happen on their way, and do nothing twice."""

import logging
import pickle
import ssl
import time

import pytest

from games.bots.client.sumendi.client import (
    ApiError,
    Client,
    ClientError,
    Throttled,
    Unreachable,
    session,
)
from games.bots.client.sumendi.client.address import Address
from games.bots.client.sumendi.client.waiting import Backoff, retry_after
from tests.games.bots.client.fake_site import (
    BOT,
    TOKEN,
    FakeSite,
    be_slow,
    hang_up,
    on,
    refusing,
)


def test_a_read_that_is_throttled_is_asked_again_after_the_time_the_site_names(fake, client):
    fake.faults.append(on("GET", "me", refusing(429, "throttled", Retry_After="1")))
    began = time.monotonic()
    assert client.account.me()["name"] == BOT
    assert time.monotonic() - began >= 1.0


def test_a_wait_longer_than_the_patience_is_told_instead(fake, client):
    fake.faults.append(on("GET", "me", refusing(429, "throttled", Retry_After="3600")))
    with pytest.raises(Throttled) as caught:
        client.account.me()
    assert caught.value.retry_after == 3600


def test_a_read_is_asked_again_when_the_site_is_away_for_a_moment(fake, client):
    fake.faults.append(on("GET", "me", refusing(503, "")))
    assert client.account.me()["name"] == BOT


def test_a_fault_of_the_site_is_told_at_once(fake, client):
    fake.faults.append(on("GET", "me", refusing(500, "server_error")))
    with pytest.raises(ApiError, match="server_error"):
        client.account.me()


def test_a_wrong_certificate_is_told_at_once(monkeypatch):
    def connect(self, timeout):
        raise ssl.SSLCertVerificationError("self-signed certificate")

    monkeypatch.setattr(Address, "connect", connect)
    with pytest.raises(Unreachable, match="self-signed certificate"):
        Client("https://localhost", TOKEN, patience=60).account.me()


def test_a_read_is_asked_again_when_the_connection_ends_without_an_answer(fake, client):
    fake.faults.append(on("GET", "me", hang_up))
    assert client.account.me()["name"] == BOT


def test_a_read_is_asked_again_when_the_answer_is_slow(fake):
    fake.faults.append(on("GET", "me", be_slow(1.5)))
    assert Client(fake.url, TOKEN, timeout=0.3, patience=10).account.me()["name"] == BOT


def test_a_site_that_is_down_is_told_in_a_sentence(fake):
    fake.stop()
    with pytest.raises(Unreachable, match=f"No answer from {fake.url}"):
        Client(fake.url, TOKEN, timeout=1, patience=0.2).account.me()
    fake.start()


def test_a_move_whose_answer_was_lost_is_sent_again_and_counts_once(fake, client):
    game = fake.add_game(1)

    def lose_the_answer(handler):
        game.play(ply=handler.asked.body["ply"], text=handler.asked.body["move"])
        hang_up(handler)

    fake.faults.append(on("POST", "games/1/moves", lose_the_answer))
    assert client.games.move(1, 1, "e5")["game"]["moves"][0]["move"] == "e5"
    assert game.repeated == 1


def test_what_is_created_is_asked_for_again_under_the_same_key(fake, client):
    fake.faults.append(on("POST", "seeks", hang_up))
    client.seeks.create(5, "3d", rated=True)
    first, second = (ask.headers["Idempotency-Key"] for ask in fake.requests("POST", "seeks"))
    assert first == second
    assert 8 <= len(first) <= 64


def test_two_creations_have_two_keys(fake, client):
    client.seeks.create(5, "3d", rated=True)
    client.seeks.create(5, "3d", rated=True)
    first, second = (ask.headers["Idempotency-Key"] for ask in fake.requests("POST", "seeks"))
    assert first != second


@pytest.mark.parametrize("fault", [hang_up, refusing(502, "")])
def test_a_resignation_is_never_sent_twice(fake, client, fault):
    fake.faults.append(on("POST", "games/1/resign", fault))
    with pytest.raises((Unreachable, ApiError)):
        client.games.resign(1)
    assert len(fake.requests("POST", "games/1/resign")) == 1


def test_a_resignation_is_sent_again_when_the_site_says_it_did_nothing(fake, client):
    fake.faults.append(on("POST", "games/1/resign", refusing(429, "throttled", Retry_After="0")))
    with pytest.raises(ApiError, match="not_found"):
        client.games.resign(1)
    assert len(fake.requests("POST", "games/1/resign")) == 2


def test_a_refusal_has_its_code_and_sentence(fake, client):
    with pytest.raises(ApiError) as caught:
        client.players.get("nobody")
    error = caught.value
    assert (error.status, error.code) == (404, "not_found")
    assert str(error) == "Refused: not_found. (404 not_found)"


def test_an_error_page_that_is_no_problem_is_told_by_its_status(fake, client):
    fake.faults.append(on("GET", "players/x", lambda handler: handler.say(["oops"], 418)))
    with pytest.raises(ApiError, match=r"Status 418\."):
        client.players.get("x")


def test_names_are_quoted_in_addresses(fake, client):
    with pytest.raises(ApiError):
        client.players.get("../me?x=1")
    assert fake.asked[-1].path == "players/..%2Fme%3Fx%3D1"


def test_a_list_goes_from_page_to_page(fake, client):
    pages = {
        "": {"next": "http://elsewhere.invalid/api/v1/bots?cursor=b&limit=1", "results": [1]},
        "b": {"next": None, "results": [2]},
    }

    def page(handler):
        handler.say(pages[handler.asked.query.get("cursor", "")])

    fake.faults += [on("GET", "bots", page), on("GET", "bots", page)]
    assert list(client.bots.list()) == [1, 2]


def test_a_redirect_is_not_followed(fake, client):
    elsewhere = "http://127.0.0.1:1/api/v1/me"
    fake.faults.append(on("GET", "me", lambda h: h.say({}, 301, Location=elsewhere)))
    with pytest.raises(ApiError, match="another address"):
        client.account.me()


def test_one_connection_serves_many_reads(fake, client):
    ports = set()

    def note(handler):
        ports.add(handler.client_address[1])
        handler.route(handler.asked)

    fake.faults += [on("GET", "me", note), on("GET", "me", note)]
    client.account.me()
    client.account.me()
    assert len(ports) == 1


def test_the_export_goes_on_after_the_game_it_has(fake, client):
    games = [{"id": number} for number in range(1, 6)]

    def batch(handler):
        after = int(handler.asked.query.get("after", 0))
        handler.begin_stream()
        for game in games[after : after + 2]:
            handler.write_line(game)
        handler.close_connection = True

    fake.faults += [on("GET", "games/export", batch) for _ in range(4)]
    assert [game["id"] for game in client.games.export()] == [1, 2, 3, 4, 5]


def test_an_export_that_breaks_off_loses_and_doubles_nothing(fake, client):
    def break_off(handler):
        handler.begin_stream()
        handler.write_line({"id": 1})
        handler.wfile.write(b'{"id": ')
        handler.close_connection = True

    def rest(handler):
        handler.begin_stream()
        if handler.asked.query["after"] == "1":
            handler.write_line({"id": 2})
        handler.close_connection = True

    fake.faults += [
        on("GET", "games/export", break_off),
        *(on("GET", "games/export", rest) for _ in range(2)),
    ]
    assert [game["id"] for game in client.games.export()] == [1, 2]


def test_the_token_is_in_no_text_of_the_client(fake, client):
    def echo(handler):
        handler.say({"code": "odd", "detail": f"Your header was {TOKEN}."}, 400)

    fake.faults.append(on("GET", "me", echo))
    with pytest.raises(ApiError) as caught:
        client.account.me()
    texts = [repr(client), repr(client.session), repr(client.session.address)]
    texts += [str(client.session.address), str(caught.value), repr(caught.value)]
    assert TOKEN not in " ".join(texts)


def test_the_token_is_in_no_log_line(fake: FakeSite, client: Client, caplog):
    caplog.set_level(logging.DEBUG)
    fake.faults.append(on("GET", "me", refusing(503, TOKEN)))
    client.account.me()
    assert "Asking again" in caplog.text
    assert TOKEN not in caplog.text


def test_an_address_cannot_be_pickled_with_its_token(client):
    with pytest.raises(TypeError):
        pickle.dumps(client.session.address)


@pytest.mark.parametrize(
    ("url", "token"),
    [("localhost:8000", TOKEN), ("http://amaia:pw@localhost", TOKEN), ("http://localhost", "a\nb")],
)
def test_what_cannot_be_right_is_refused_without_telling_the_token(url, token):
    with pytest.raises(ValueError, match=r"URL|token") as caught:
        Client(url, token)
    assert token not in str(caught.value)


def test_a_token_through_a_network_without_encryption_is_noticed():
    assert Client("http://example.org", TOKEN).session.address.tells_everybody
    assert not Client("https://example.org", TOKEN).session.address.tells_everybody
    assert not Client("http://localhost:8000", TOKEN).session.address.tells_everybody


def test_waits_grow_up_to_the_longest():
    backoff = Backoff(first=1, longest=8)
    waits = [backoff.next() for _ in range(50)]
    assert waits[0] <= 1
    assert all(wait <= 8 for wait in waits)
    assert max(waits) > 2


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7), (None, None), ("soon", None), ("Mon, 01 Jan 2001 00:00:00 GMT", 0)],
)
def test_retry_after_is_a_number_or_a_date(header, seconds):
    assert retry_after(header) == seconds


def test_an_answer_that_is_no_json_is_an_error_of_the_client(fake, client):
    def log_in_first(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", "6")
        handler.end_headers()
        handler.wfile.write(b"<html>")

    fake.faults.append(on("GET", "me", log_in_first))
    with pytest.raises(ClientError, match="is not JSON"):
        client.account.me()


def test_too_many_of_something_is_no_matter_of_patience(fake, client):
    fake.faults.append(on("POST", "challenges", refusing(429, "too_many_games")))
    with pytest.raises(Throttled, match="too_many_games"):
        client.challenges.create("amaia", 5, "3d", rated=False)
    assert len(fake.requests("POST", "challenges")) == 1


def test_a_connection_that_was_idle_is_not_used_again(fake, client, monkeypatch):
    monkeypatch.setattr(session, "IDLE", 0.0)
    ports = set()

    def note(handler):
        ports.add(handler.client_address[1])
        handler.route(handler.asked)

    fake.faults += [on("GET", "me", note), on("GET", "me", note)]
    client.account.me()
    client.account.me()
    assert len(ports) == 2
