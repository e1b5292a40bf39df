import pytest
from django.urls import reverse

from tests.games.factories import make_finished_game, make_game, make_user, some_moves

pytestmark = pytest.mark.django_db

WATCH = reverse("watch")


@pytest.fixture
def players():
    return make_user("amaia"), make_user("unai")


def shown(client, **query):
    return [row.game for row in client.get(WATCH, query).context["rows"]]


def test_everybody_sees_the_running_games(client, players):
    game = make_game(*players)
    make_finished_game(*players)
    assert shown(client) == [game]


def test_finished_games_are_on_their_own_list(client, players):
    make_game(*players)
    finished = make_finished_game(*players)
    assert shown(client, show="finished") == [finished]


def test_a_size_can_be_chosen(client, players):
    make_game(*players, size=5)
    large = make_game(*players, size=7)
    assert shown(client, size="7") == [large]


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "9" * 400, "", "2\n"])
def test_a_page_that_does_not_exist_shows_one_that_does(client, players, page):
    game = make_game(*players)
    assert shown(client, page=page) == [game]


@pytest.mark.parametrize(
    "query", [{"show": "all"}, {"size": "8"}, {"size": "6; drop"}, {"show": "\x01"}]
)
def test_an_unknown_choice_is_no_page(client, query):
    assert client.get(WATCH, query).status_code == 404


def test_the_second_page_has_the_older_games(client, players):
    games = [make_game(*players) for _ in range(13)]
    assert shown(client, page="2") == [games[0]]
    assert "page=2" in client.get(WATCH).content.decode()


def test_the_number_of_queries_does_not_grow_with_the_games(
    client, players, django_assert_max_num_queries
):
    for _ in range(12):
        make_game(*players, some_moves(8))
    with django_assert_max_num_queries(3):
        client.get(WATCH)
