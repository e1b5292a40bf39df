"""The pages of the archive."""

import asyncio
import html
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http import HTTPStatus

import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import AsyncClient
from django.utils import timezone

from games.models import Exploration
from games.presenters.moves import record_of
from games.rules import Position, Record
from games.services import archive
from games.services.archive import records
from tests.games.archiving import archive_all
from tests.games.factories import make_finished_game, make_game, some_moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(amaia, unai):
    game = make_finished_game(amaia, unai, some_moves(6), rated=True)
    archive_all()
    return game


def get(client, **query):
    return client.get("/archive/", query)


def explorer(client, **query):
    response = get(client, **query)
    assert response.status_code == HTTPStatus.OK
    return response.context["explorer"]


def test_the_archive_begins_at_the_empty_board_of_size_6(client, db):
    assert explorer(client).explored.position == Position.start(6)


def test_an_empty_archive_says_so(client, db):
    assert "No finished game had this position" in get(client).content.decode()


def test_first_placements_have_counts_and_results(client, game):
    (row,) = explorer(client, size=5).rows
    assert (row.games, row.percent) == (1, 100)
    assert [(share.label, share.percent) for share in row.shares] == [
        ("First player", 100),
        ("Draws", 0),
        ("Second player", 0),
    ]


def test_the_explorer_is_stepped_through_by_its_links(client, game):
    query = "size=5"
    for _ in range(5):
        (row,) = client.get(f"/archive/?{query}").context["explorer"].rows
        query = row.query
    shown = client.get(f"/archive/?{query}").context
    assert [one.game for one in shown["games"]] == [game]
    assert len(shown["explorer"].crumbs) == 6


def test_black_and_white_stand_where_they_are_on_the_board(client, game):
    (one,) = explorer(client, size=5).rows
    after = client.get(f"/archive/?{one.query}").context["explorer"]
    assert [(share.label, share.number) for share in after.shares] == [
        ("Black", 1),
        ("Draws", 0),
        ("White", 0),
    ]


@pytest.mark.parametrize("ply", range(7))
def test_a_position_is_given_by_a_ply_of_a_game(client, game, ply):
    response = get(client, game=game.pk, ply=ply)
    (row,) = response.context["games"]
    assert (row.game, row.ply) == (game, 1 if ply == 2 else ply)


def test_a_position_is_given_as_text(client, game):
    response = get(client, position=game.position)
    assert [row.game for row in response.context["games"]] == [game]
    assert game.position in response.content.decode()


def test_twins_of_a_placement_on_the_empty_board_stand_for_it(client, amaia, unai):
    make_finished_game(amaia, unai, ["a1", "swap"])
    archive_all()
    (row,) = explorer(client, size=5).rows
    assert set(row.cells.split()) == {"a1", "a5", "e1", "e9", "i5", "i9"}


def test_a_deep_line_is_named_by_its_position(client, amaia, unai):
    game = make_finished_game(amaia, unai, some_moves(18))
    archive_all()
    shown = explorer(client, game=game.pk)
    assert shown.named_by == {"position": game.position}
    before = explorer(client, game=game.pk, ply=13)
    assert len(before.crumbs) == 13
    (row,) = before.rows
    assert len(client.get(f"/archive/?{row.query}").context["explorer"].crumbs) == 2


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"position": "5/6 b"}, "rows, not 2"),
        ({"position": "x" * 300}, "at most 200 characters"),
        ({"size": "4"}, "size is 5, 6 or 7"),
        ({"size": "5", "moves": "a1 a1"}, "a1 is taken"),
        ({"size": "5", "moves": "what"}, "not written like a move"),
        ({"game": "4711"}, "no game of this number"),
        ({"rating": "high"}, "whole number"),
        ({"since": "1"}, "greater than or equal to 2000"),
        ({"between": "cats"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_page_still_stands(client, db, query, words):
    response = get(client, **query)
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert words in response.content.decode()
    assert response.context["explorer"].is_start


def test_filters_stay_while_one_steps(client, game):
    (row,) = explorer(client, size=5, rated="on", until=9000).rows
    assert "rated=on&until=9000" in row.query
    assert explorer(client, size=5, since=9000).rows == []


def test_the_games_come_in_pages(client, amaia, unai):
    for _ in range(21):
        make_finished_game(amaia, unai, ["e5", "keep"])
    archive_all()
    assert len(get(client, size=5, page=2).context["games"]) == 1


def test_a_page_asks_the_database_little(client, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(7):
        get(client, size=5)


def test_the_game_page_leads_to_games_with_its_position(client, game):
    page = client.get(game.get_absolute_url(), {"ply": 4}).content.decode()
    assert f"/archive/?game={game.pk}&amp;ply=4" in page


# Files


def test_the_finished_games_of_a_player_are_one_text(client, game, amaia, unai):
    second = make_finished_game(unai, amaia, some_moves(3))
    make_game(amaia, unai, some_moves(2))
    response = client.get("/players/amaia/games.txt")
    text = b"".join(response).decode()
    found = [Record.parse(f"[Event {part}") for part in text.split("[Event ")[1:]]
    assert [tuple(record.moves) for record in found] == [
        tuple(one.moves.values_list("text", flat=True)) for one in (game, second)
    ]
    assert 'filename="sumendi-games-amaia.txt"' in response["Content-Disposition"]


def test_the_games_of_nobody_are_not_found(client, db):
    assert client.get("/players/nobody/games.txt").status_code == HTTPStatus.NOT_FOUND


def test_the_file_of_rated_games_is_named_on_the_page_and_comes_as_it_is(client, game):
    assert client.get("/archive/games.txt.gz").status_code == HTTPStatus.NOT_FOUND
    archive.make_export()
    day = timezone.now().date()
    page = get(client).content.decode()
    assert f"sumendi-games-{day}.txt.gz" in page
    assert "CC0 1.0" in page
    response = client.get("/archive/games.txt.gz", headers={"Accept-Encoding": "gzip"})
    data = b"".join(response)
    assert data.startswith(b"\x1f\x8b")
    assert int(response["Content-Length"]) == len(data) == archive.newest_export().size


@pytest.mark.django_db(transaction=True)
def test_files_are_streamed_by_the_real_server(amaia, unai, monkeypatch):
    monkeypatch.setattr(records, "BATCH", 1)
    for _ in range(2):
        make_finished_game(amaia, unai, some_moves(3))

    async def pieces():
        answer = await AsyncClient().get("/players/amaia/games.txt")
        found = [piece async for piece in answer.streaming_content]
        await sync_to_async(connections.close_all)()
        return found

    with ThreadPoolExecutor(1) as pool:
        assert len(pool.submit(asyncio.run, pieces()).result()) == 2


# Records from elsewhere


def test_a_record_that_is_pasted_is_explored_and_kept(client, game, amaia):
    client.force_login(amaia)
    text = str(record_of(game, "here"))
    response = client.post("/archive/import/", {"text": text})
    exploration = Exploration.objects.get(owner=amaia)
    assert response.url == exploration.get_absolute_url()
    client.post("/archive/import/", {"text": text})
    assert Exploration.objects.count() == 1


def test_somebody_without_an_account_explores_a_record_that_is_not_kept(client, game):
    sent = SimpleUploadedFile("game.txt", str(record_of(game, "here")).encode())
    response = client.post("/archive/import/", {"file": sent})
    assert response.status_code == HTTPStatus.OK
    assert "explored" in response.context
    assert not Exploration.objects.exists()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Paste a record"),
        ({"text": "1. e5"}, "The tag Size is missing"),
        ({"text": '[Size "5"]\n[Result "*"]\n\n1. e5\n2. e5'}, "Line 5"),
        ({"text": "[Size 5]"}, "Line 1"),
        ({"text": "x" * 70_000}, "at most 65536 characters"),
        ({"text": '[Size "5"]\n\n1. e5\n' * 1001}, "There are 1,001 games in it"),
        ({"file": b"\xff\xfe"}, "no text in UTF-8"),
        ({"file": b"x", "text": "1. e5"}, "not both"),
    ],
)
def test_what_is_wrong_with_a_record_is_told_with_its_line(client, db, sent, words):
    if "file" in sent:
        sent["file"] = SimpleUploadedFile("game.txt", sent["file"])
    response = client.post("/archive/import/", sent)
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert words in response.content.decode()


def test_of_several_records_one_is_chosen(client, db):
    one = '[First "amaia"]\n[Date "2031-05-04"]\n[Size "5"]\n[Result "*"]\n\n1. {}\n\n'
    response = client.post("/archive/import/", {"text": one.format("e5") + one.format("a1")})
    assert [game.first for game in response.context["games"]] == ["amaia", "amaia"]
    button = response.content.decode().split('name="text" value="')[2].split('">')[0]
    explored = client.post("/archive/import/", {"text": html.unescape(button)}).context["explored"]
    assert explored.exploration.tree["children"][0]["text"] == "a1"


def test_a_file_that_is_no_record_and_too_long_is_refused(client, db):
    sent = SimpleUploadedFile("game.txt", b"x" * 1_100_000)
    response = client.post("/archive/import/", {"file": sent})
    assert response.status_code == HTTPStatus.BAD_REQUEST


def test_an_export_of_yesterday_is_offered_until_there_is_another(client, game):
    archive.make_export(timezone.now() - timedelta(days=1))
    assert get(client).context["export"].games == 1


def test_a_text_that_is_no_record_is_called_so(client):
    response = client.post("/archive/import/", {"text": "hello world"})
    assert "This is no record" in response.content.decode()
    assert response.status_code == 400
