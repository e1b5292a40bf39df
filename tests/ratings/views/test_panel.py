import pytest

from games import services
from ratings.facts import Reason
from sumendi_site.accounts.models import User
from tests.games.factories import make_finished_game, make_game, make_user
from tests.ratings.entries import make_entry

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
    assert cells(client, game, "unai") == ["1500", "36 %", "20", "-7.2", "1480"]


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
    assert 'aria-label="Rating"' not in text_of(client, make_game(*players))


def test_a_finished_game_that_was_seen_before_takes_ten_queries(
    client, players, django_assert_max_num_queries
):
    game = make_finished_game(*players)
    make_entry(game)
    client.force_login(players[0])
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(10):
        client.get(game.get_absolute_url())
