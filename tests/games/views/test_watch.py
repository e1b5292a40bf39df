import pytest
from django.urls import reverse

from games import services
from tests.games.factories import make_finished_game, make_game, make_user, some_moves

pytestmark = pytest.mark.django_db

WATCH = reverse("watch")


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
    "query",
    [
        {"show": "all"},
        {"show": "\x01"},
        {"size": "8"},
        {"size": "6; drop"},
        {"result": "loss"},
        {"rated": "maybe"},
        {"ended": "mate"},
    ],
)
def test_an_unknown_choice_is_left_out_and_said(client, players, query):
    game = make_game(*players)
    answer = client.get(WATCH, query)
    assert [row.game for row in answer.context["rows"]] == [game]
    assert f"a choice that there is not ({next(iter(query))})" in answer.content.decode()


def test_known_choices_are_not_complained_of(client, players):
    query = {"show": "running", "size": "", "result": "", "player": "amaia"}
    assert "choice that there is not" not in client.get(WATCH, query).content.decode()


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


@pytest.fixture
def ended(players):
    """By name: games that the first player won as Black, lost as White, and drew."""
    amaia, unai = players
    drawn = make_game(amaia, unai, some_moves(2))
    services.offer_draw(drawn.pk, amaia, 2)
    services.accept_draw(drawn.pk, unai, 2)
    swapped = make_game(amaia, unai, ["a1", "swap"], rated=True)
    services.resign(swapped.pk, amaia)
    return {"won": make_finished_game(amaia, unai), "lost": swapped, "draw": drawn}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"player": "amaia", "result": "won"}, {"won"}),
        ({"player": "amaia", "result": "lost"}, {"lost"}),
        ({"player": "unai", "result": "won"}, {"lost"}),
        ({"player": "AMAIA", "result": "draw"}, {"draw"}),
        ({"result": "black"}, {"won", "lost"}),
        ({"result": "white"}, set()),
        ({"ended": "agreement"}, {"draw"}),
        ({"ended": "resignation", "rated": "yes"}, {"lost"}),
        ({"show": "finished", "rated": "no"}, {"won", "draw"}),
        ({"ended": "timeout"}, set()),
        ({"show": "finished", "player": "leire"}, set()),
        ({"show": "finished", "player": "amaia"}, {"won", "lost", "draw"}),
        ({"show": "finished", "size": "7"}, set()),
    ],
)
def test_finished_games_can_be_filtered(client, ended, query, names):
    make_user("leire")
    assert set(shown(client, **query)) == {ended[name] for name in names}


def test_running_games_can_be_filtered_by_player(client, players):
    amaia, unai = players
    mine = make_game(amaia, unai)
    make_game(unai, make_user("leire"))
    assert shown(client, player="amaia") == [mine]


def test_an_unknown_player_is_told_and_has_no_games(client, players):
    make_game(*players)
    page = client.get(WATCH, {"player": "nobody<b>"})
    assert page.context["rows"] == []
    assert "There is no player called nobody&lt;b&gt;." in page.content.decode()


def test_won_or_lost_without_a_player_says_what_is_missing(client, ended):
    page = client.get(WATCH, {"result": "won"})
    assert len(page.context["rows"]) == 3
    assert "Name a player" in page.content.decode()


def test_the_filter_stays_on_the_next_page(client, players):
    for _ in range(13):
        make_game(*players, size=7)
    text = client.get(WATCH, {"size": "7", "player": "amaia"}).content.decode()
    assert "?show=running&amp;size=7&amp;player=amaia&amp;page=2" in text


def test_the_other_list_keeps_what_fits_it(client, ended):
    text = client.get(WATCH, {"player": "amaia", "result": "won", "size": "5"}).content.decode()
    assert 'href="?show=running&amp;size=5&amp;player=amaia"' in text


@pytest.mark.parametrize("name", ["player", "size", "result", "rated", "ended", "page"])
@pytest.mark.parametrize("value", ["9" * 500, "%", "' OR 1=1", "\u202e", "won\n"])
def test_no_value_breaks_the_list(client, players, name, value):
    assert client.get(WATCH, {name: value}).status_code in (200, 404)


def test_a_filtered_list_takes_four_queries(client, ended, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        client.get(WATCH, {"player": "amaia", "result": "won", "rated": "no"})
