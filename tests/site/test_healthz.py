import time
from collections.abc import Iterator

import pytest
import redis
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django import Settings

from sumendi_site.searching import KEY, Search, report
from sumendi_site.tasks import HEARTBEAT_KEY, worker_heartbeat

pytestmark = [pytest.mark.django_db, pytest.mark.stack]


@pytest.fixture
def broker(valkey: str, settings: Settings) -> Iterator[str]:
    settings.REDIS_URL = valkey
    yield valkey
    with redis.from_url(valkey) as client:
        client.flushdb()


def test_all_is_well_when_every_part_answers(client: Client, broker: str) -> None:
    worker_heartbeat()
    report(Search.READY)
    response = client.get("/healthz")
    assert response.status_code == 200
    parts = ("status", "database", "broker", "worker", "mail", "search")
    assert response.json() == dict.fromkeys(parts, "ok")


@pytest.mark.parametrize("state", [Search.WARMING, Search.SILENT])
def test_a_search_that_is_not_ready_is_told_and_is_no_failure(
    client: Client, broker: str, state: Search
) -> None:
    worker_heartbeat()
    if state == Search.WARMING:
        report(state)
    response = client.get("/healthz")
    assert (response.status_code, response.json()["search"]) == (200, state.value)


def test_words_of_another_version_about_the_search_are_no_failure(
    client: Client, broker: str
) -> None:
    worker_heartbeat()
    cache.set(KEY, "words of another version")
    response = client.get("/healthz")
    assert (response.status_code, response.json()["search"]) == (200, "unknown")


def test_a_silent_worker_is_reported(client: Client, broker: str) -> None:
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["worker"] == "No worker has reported for 45 seconds."


def test_the_sign_of_life_expires(broker: str) -> None:
    worker_heartbeat()
    with redis.from_url(broker) as server:
        assert 0 < server.ttl(HEARTBEAT_KEY) <= 45


def test_a_broker_that_is_down_is_reported_soon(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "unix:///nowhere/socket"
    before = time.monotonic()
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["broker"] == "The broker does not answer."
    assert time.monotonic() - before < 2


def test_a_database_that_is_not_set_up_is_reported(client: Client, broker: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_migrations RENAME TO elsewhere")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["database"] == "The database does not answer, or is not set up."


def test_the_answer_is_not_cached(client: Client, broker: str) -> None:
    assert "no-store" in client.get("/healthz")["Cache-Control"]
