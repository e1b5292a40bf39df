"""The archive through the API."""

import pytest

from games.rules import Position
from games.rules.symmetry import Symmetry
from games.services import archive
from tests.api.clients import Caller, code_of
from tests.games.archiving import archive_all
from tests.games.factories import make_finished_game, some_moves

START = str(Position.start(5))


@pytest.fixture
def games(amaia, unai):
    games = [make_finished_game(amaia, unai, some_moves(6), rated=rated) for rated in (True, False)]
    archive_all()
    return games


def search(**query):
    answer = Caller().get("archive/search", query)
    assert answer.status_code == 200
    return answer.json()


def test_a_search_finds_the_games_of_a_twin_the_newest_first(games):
    twin = Symmetry(turns=2, mirrored=True, exchanged=True).position(games[0].current)
    found = search(position=str(twin))["results"]
    assert [(one["game"]["id"], one["ply"]) for one in found] == [
        (game.pk, 6) for game in reversed(games)
    ]


def test_a_search_comes_in_pages(games):
    first = search(position=START, limit=1)
    second = Caller().get(first["next"].partition("/api/v1/")[2]).json()
    numbers = [page["results"][0]["game"]["id"] for page in (first, second)]
    assert numbers == [games[1].pk, games[0].pk]


def test_a_search_takes_filters(games):
    assert [one["game"]["id"] for one in search(position=START, rated=1)["results"]] == [
        games[0].pk
    ]


def test_the_explorer_tells_what_was_played(games):
    answer = Caller().get("archive/explorer", {"position": START, "between": "people"}).json()
    (one,) = answer["moves"]
    assert (answer["games"], answer["different"]) == (2, 1)
    assert one["results"] == {"won": 2, "drawn": 0, "lost": 0, "chosen": 2, "swapped": 0}
    assert str(Position.parse(START).play(one["move"])) == one["position"]


@pytest.mark.parametrize("path", ["archive/search", "archive/explorer"])
@pytest.mark.parametrize(
    "query", [{}, {"position": "x"}, {"position": START, "between": "cats"}, {"fun": 1}]
)
def test_what_cannot_be_read_is_a_problem(db, path, query):
    answer = Caller().get(path, query)
    assert (answer.status_code, code_of(answer)) == (400, "validation_failed")


def test_the_file_of_rated_games_is_named(games):
    assert code_of(Caller().get("archive/export")) == "no_export_yet"
    archive.make_export()
    answer = Caller().get("archive/export").json()
    assert (answer["games"], answer["licence"]) == (1, "CC0-1.0")
    assert answer["url"].endswith("/archive/games.txt.gz")


def test_a_cursor_beyond_all_numbers_is_no_fault_of_the_site(games):
    cursor = "cD0xMDAwMDAwMDAwMDAwMDAwMDAwMDAwMA=="  # p=10 ** 24
    answer = Caller().get("archive/search", {"position": START, "cursor": cursor})
    assert answer.status_code in (200, 400)
