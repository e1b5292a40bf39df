from collections.abc import Iterator

import pytest
from redis import Redis

from tests.api.clients import Caller, code_of


@pytest.fixture
def counting(settings, valkey) -> Iterator[None]:
    """A broker in which nothing is counted yet."""
    settings.REDIS_URL = valkey
    with Redis.from_url(valkey) as broker:
        for key in broker.scan_iter("api:*"):
            broker.delete(key)
        yield


def test_who_asks_too_often_is_told_when_to_ask_again(settings, counting, amaia):
    settings.API_RATE_READS = 3
    caller = Caller(amaia)
    answers = [caller.get("me") for _ in range(8)]
    refused = answers[-1]
    assert (refused.status_code, code_of(refused)) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused.json()["detail"].startswith("You ask too often.")


def test_a_broker_that_is_down_refuses_nobody(settings, tmp_path, amaia):
    settings.REDIS_URL = f"unix://{tmp_path}/nothing"
    settings.API_RATE_READS = 0
    assert Caller(amaia).get("me").status_code == 200


def statuses(caller: Caller, times: int) -> list[int]:
    return [caller.get("me").status_code for _ in range(times)]


def test_what_is_not_refused_is_counted_once(settings, counting, amaia):
    settings.API_RATE_READS = 3
    assert statuses(Caller(amaia), 3) == [200] * 3


def test_guessing_tokens_is_counted_for_the_address(settings, counting, db):
    settings.API_RATE_ANONYMOUS = 3
    caller = Caller()
    caller.headers["Authorization"] = "Token guessed"
    answers = statuses(caller, 8)
    assert (answers[0], answers[-1]) == (401, 429)


def test_asking_without_a_token_where_one_is_needed_is_counted(settings, counting, db):
    settings.API_RATE_ANONYMOUS = 3
    answers = statuses(Caller(), 8)
    assert (answers[0], answers[-1]) == (401, 429)


def test_a_missing_scope_is_counted_for_the_account(settings, counting, amaia, unai):
    settings.API_RATE_READS = 3
    answers = statuses(Caller(amaia, []), 8)
    assert (answers[0], answers[-1]) == (403, 429)
    assert statuses(Caller(unai), 1) == [200]


def test_the_schema_is_counted_as_what_strangers_ask(settings, counting, client, db):
    settings.API_RATE_ANONYMOUS = 3
    answers = [client.get("/api/v1/schema").status_code for _ in range(8)]
    assert (answers[0], answers[-1]) == (200, 429)


def test_big_files_of_pages_are_counted_with_those_of_the_api(counting, client, amaia):
    client.force_login(amaia)
    answers = [client.get("/players/amaia/games.txt").status_code for _ in range(10)]
    answers += [Caller(amaia).get("games/export").status_code]
    refused = client.get("/players/amaia/games.txt")
    assert (refused.status_code, answers) == (429, [200] * 10 + [429])
    assert 0 < int(refused["Retry-After"]) <= 60
