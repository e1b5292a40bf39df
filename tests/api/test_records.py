"""Records and the export."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient

from games import services
from games.api import records
from games.models import Game
from games.rules import Record
from sumendi_site.accounts.tokens import Scope
from tests.api.clients import Caller, code_of
from tests.games.factories import make_finished_game, make_game

MOVES = ("e5", "swap", "c3")


def lines(answer):
    assert answer.status_code == 200
    return [json.loads(line) for line in b"".join(answer).splitlines()]


def numbers(answer):
    return [line["id"] for line in lines(answer)]


@pytest.fixture
def games(amaia, unai):
    return [make_finished_game(amaia, unai, MOVES) for _ in range(3)]


def test_a_record_is_a_text(games):
    answer = Caller().get(f"games/{games[0].pk}/record")
    assert answer["Content-Type"].startswith("text/plain")
    record = Record.parse(answer.content.decode())
    assert tuple(record.moves) == MOVES
    assert record.tags["Black"] == "unai"


def test_the_record_of_no_game_is_a_problem(db):
    answer = Caller().get("games/4711/record", Accept="text/plain")
    assert (answer.status_code, code_of(answer)) == (404, "game_not_found")


def test_a_line_of_the_export_is_a_game_with_its_record(games):
    answer = Caller().get("games/export")
    assert answer["Content-Type"] == "application/x-ndjson"
    first = lines(answer)[0]
    record = first.pop("record")
    assert first == Caller().get(f"games/{games[0].pk}").json()
    assert tuple(Record.parse(record).moves) == MOVES


def test_the_export_begins_with_the_game_that_ended_first(amaia, unai):
    early, late = make_game(amaia, unai), make_game(amaia, unai)
    services.resign(late.pk, unai)
    services.resign(early.pk, unai)
    make_game(amaia, unai)
    assert numbers(Caller().get("games/export")) == [late.pk, early.pk]


def test_the_export_goes_on_after_a_game(games):
    first, *rest = games
    answer = Caller().get("games/export", {"after": first.pk})
    assert numbers(answer) == [game.pk for game in rest]


def test_the_export_goes_on_among_games_that_ended_at_once(games):
    Game.objects.update(finished=games[0].finished)
    answer = Caller().get("games/export", {"after": games[1].pk})
    assert numbers(answer) == [games[2].pk]


def test_the_export_has_a_limited_number_of_lines(games, monkeypatch):
    monkeypatch.setattr(records, "MOST_LINES", 2)
    assert numbers(Caller().get("games/export")) == [game.pk for game in games[:2]]


def test_the_export_reads_some_games_at_a_time(games, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(records, "BATCH", 2)
    with django_assert_num_queries(1 + 2 * 2):
        assert numbers(Caller().get("games/export")) == [game.pk for game in games]


def test_my_games_are_exported(games, amaia, unai, stranger):
    make_finished_game(unai, stranger)
    answer = Caller(amaia).get("games/export", {"mine": 1, "size": 5})
    assert numbers(answer) == [game.pk for game in games]


def test_my_games_are_exported_to_me_alone(amaia):
    assert code_of(Caller().get("games/export", {"mine": 1})) == "signed_out"
    answer = Caller(amaia, [Scope.PLAY]).get("games/export", {"mine": 1})
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


def test_the_export_goes_on_after_finished_games_alone(amaia, unai):
    running = make_game(amaia, unai)
    answer = Caller().get("games/export", {"after": running.pk})
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


@pytest.fixture(autouse=True)
def own_count(settings, tmp_path):
    """Other tests ask for exports, too, and a broker counts them together."""
    settings.REDIS_URL = f"unix://{tmp_path}/nothing"


def test_the_export_is_asked_for_a_few_times_a_minute(settings, valkey, db):
    settings.REDIS_URL = valkey
    answers = [Caller().get("games/export", {"size": 5}) for _ in range(25)]
    assert code_of(answers[-1]) == "throttled"


@pytest.mark.django_db(transaction=True)
def test_the_export_is_streamed_by_the_real_server(amaia, unai, monkeypatch):
    monkeypatch.setattr(records, "BATCH", 1)
    games = [make_finished_game(amaia, unai, MOVES) for _ in range(2)]

    async def chunks():
        answer = await AsyncClient().get("/api/v1/games/export")
        found = [chunk async for chunk in answer.streaming_content]
        await sync_to_async(connections.close_all)()
        return found

    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(asyncio.run, chunks()).result()
    assert [json.loads(chunk)["id"] for chunk in found] == [game.pk for game in games]
