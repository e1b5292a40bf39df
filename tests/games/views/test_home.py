import pytest
from django.urls import reverse

from games.presenters.showcase import example
from tests.games.factories import make_finished_game, make_game, some_moves

pytestmark = pytest.mark.django_db

MOST_QUERIES = 6


def test_a_newcomer_is_invited_to_sign_up(client):
    page = client.get(reverse("home"))
    assert reverse("account_signup") in page.content.decode()
    assert "Find an opponent" in page.content.decode()


def test_a_signed_in_reader_is_led_to_games_instead(client, players):
    client.force_login(players[0])
    page = client.get(reverse("home")).content.decode()
    assert "Your games" in page
    assert "Find an opponent" not in page


def test_without_any_game_the_board_shows_the_example(client):
    showcase = client.get(reverse("home")).context["showcase"]
    assert showcase.game is None
    assert showcase.board.count('class="volcano') == 2


def test_the_example_has_volcanoes_and_lava_of_both_sides():
    assert all(cells.bit_count() > 3 for cells in example().sets)


def test_the_running_game_that_moved_last_is_on_the_board(client, players):
    make_game(*players, some_moves(10, seed=1))
    newest = make_game(*players, some_moves(10, seed=2))
    assert client.get(reverse("home")).context["showcase"].game == newest


def test_a_game_that_has_hardly_begun_is_not_on_the_big_board(client, players):
    make_game(*players, some_moves(2))
    assert client.get(reverse("home")).context["showcase"].game is None


def test_a_finished_game_is_on_the_board_when_none_is_running(client, players):
    finished = make_finished_game(*players, some_moves(10))
    assert client.get(reverse("home")).context["showcase"].game == finished


def test_at_most_six_games_are_shown_with_links_to_them(client, players):
    games = [make_game(*players) for _ in range(7)]
    page = client.get(reverse("home"))
    assert [row.game for row in page.context["games"]] == games[:0:-1]
    assert games[-1].get_absolute_url() in page.content.decode()


def test_the_number_of_queries_does_not_grow_with_the_games(
    client, players, django_assert_max_num_queries
):
    for _ in range(6):
        make_game(*players, some_moves(10))
    client.force_login(players[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        client.get(reverse("home"))


def test_the_game_on_the_big_board_is_not_shown_twice(client, players):
    other = make_game(*players, some_moves(10, seed=1))
    shown = make_game(*players, some_moves(10, seed=2))
    context = client.get(reverse("home")).context
    assert context["showcase"].game == shown
    assert [row.game for row in context["games"]] == [other]


def test_the_only_game_is_also_in_the_list(client, players):
    only = make_game(*players, some_moves(10))
    assert [row.game for row in client.get(reverse("home")).context["games"]] == [only]
