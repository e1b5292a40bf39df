import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game
from ratings.facts import Reason
from ratings.services import follow
from sumendi_site.accounts.models import User
from tests.games.factories import make_finished_game, make_game, make_user
from tests.ratings.entries import make_entry
from tests.ratings.finished import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return make_user("amaia"), make_user("unai")


def text_of(client, game):
    return client.get(game.get_absolute_url()).content.decode()


def cells(client, game, name):
    """The numbers in the row of a player in the panel."""
    panel = text_of(client, game).split('aria-label="Rating"')[1].split("</section>")[0]
    row = panel.split(f">{name}</a>")[1].split("</tr>")[0]
    parts = row.replace("<strong>", "").replace("</strong>", "").split('class="num">')[1:]
    return [part.split("<")[0] for part in parts]


def test_a_rated_game_shows_what_it_did_to_both(client, players):
    game = make_finished_game(*players)
    make_entry(game, second_k=20, second_expected=360_000, second_change=-7_200_000)
    assert cells(client, game, "amaia") == ["1500", "50 %", "40", "+20.0", "1520"]
    assert cells(client, game, "unai") == ["1500", "36 %", "20", "−7.2", "1480"]


def test_a_game_that_is_not_rated_says_why(client, players):
    game = make_finished_game(*players)
    make_entry(game, rated=False, reason=Reason.SHORT)
    assert "Not rated: fewer than 6 plies were played." in text_of(client, game)


def test_a_game_without_a_row_is_being_rated(client, players):
    assert "This game is being rated." in text_of(client, make_finished_game(*players))


def test_a_look_at_a_house_bot_is_casual_for_good(client, players):
    bot = make_user("house-test", kind=User.Kind.HOUSE)
    game = services.cancel(make_game(players[0], bot).pk, players[0])
    assert "the game was casual" in text_of(client, game)


def test_a_running_game_has_no_rating_panel(client, players):
    assert 'aria-label="Rating"' not in text_of(client, make_game(*players, rated=True))


@pytest.fixture
def one_too_many(players):
    """A running game of two who have used up the limit."""
    for _ in range(10):
        finish(*players, finished=timezone.now())
    follow()
    return make_game(*players, rated=True)


SPENT = "You and unai have finished 10 rated games in 30 days, so this one would not be rated."


def test_the_players_of_a_game_that_will_not_be_rated_are_told(client, players, one_too_many):
    client.force_login(players[0])
    text = text_of(client, one_too_many)
    assert SPENT in text
    assert "If it ends after" in text


def test_nobody_else_is_told_so(client, one_too_many):
    client.force_login(make_user("nora"))
    assert "would not be rated" not in text_of(client, one_too_many)


@pytest.mark.parametrize("fields", [{"rated": False}, {"event_label": "Cup of 2026"}])
def test_neither_casual_games_nor_those_of_tournaments_are_one_too_many(
    client, players, one_too_many, fields
):
    Game.objects.filter(pk=one_too_many.pk).update(**fields)
    client.force_login(players[0])
    assert "would not be rated" not in text_of(client, one_too_many)


def test_who_plays_an_own_bot_is_told_that_it_will_not_be_rated(client, players):
    bot = make_user("lapa", kind=User.Kind.BOT, owner=players[0])
    client.force_login(players[0])
    text = text_of(client, make_game(players[0], bot, rated=True))
    assert "This game will not be rated: both accounts belong to one owner." in text


def test_a_running_rated_game_takes_ten_queries_at_most(
    client, players, one_too_many, django_assert_max_num_queries
):
    client.force_login(players[0])
    client.get(one_too_many.get_absolute_url())
    with django_assert_max_num_queries(10):
        assert SPENT in text_of(client, one_too_many)


def test_the_panel_leads_to_how_ratings_work(client, players):
    game = make_finished_game(*players)
    make_entry(game)
    assert f"{reverse('learn')}#ratings" in text_of(client, game)


def test_a_finished_game_that_was_seen_before_takes_ten_queries(
    client, players, django_assert_max_num_queries
):
    game = make_finished_game(*players)
    make_entry(game)
    client.force_login(players[0])
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(10):
        client.get(game.get_absolute_url())
