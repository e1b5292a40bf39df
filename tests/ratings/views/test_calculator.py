import pytest
from django.urls import reverse

from ratings.numbers import POINT
from sumendi_site.accounts.models import User
from tests.games.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def amaia():
    return make_user("amaia", rating=1900 * POINT, rated_games=100)


def ask(client, **query):
    return client.get(reverse("rating-calculator"), query)


def rows(client, **query):
    return ask(client, **query).context["forecast"].rows


EXPECTED = [("Win", "+4.8", "1905"), ("Draw", "−5.2", "1895"), ("Loss", "−15.2", "1885")]


def test_a_number_can_be_the_opponent(client, amaia):
    assert rows(client, player="amaia", opponent="1700") == EXPECTED


def test_a_name_can_be_the_opponent(client, amaia):
    make_user("unai", rating=1700 * POINT)
    assert rows(client, player="AMAIA", opponent="Unai") == EXPECTED


def test_the_reader_is_the_player_when_none_is_named(client, amaia):
    client.force_login(amaia)
    assert rows(client, opponent="1700") == EXPECTED


def test_a_bot_after_its_first_games_has_a_small_k(client):
    make_user("basalt", kind=User.Kind.BOT, rated_games=30)
    assert ask(client, player="basalt", opponent="1500").context["forecast"].k == 10


def test_a_loss_stops_at_the_floor(client):
    make_user("unai", rating=601 * POINT, rated_games=50)
    assert rows(client, player="unai", opponent="600")[-1] == ("Loss", "−1.0", "600")


@pytest.mark.parametrize("opponent", ["nobody", "599", "4001", "9" * 24, "-5", "guest-1", "amaia"])
def test_what_cannot_be_an_opponent_is_said(client, amaia, opponent):
    make_user("guest-1", kind=User.Kind.GUEST)
    answer = ask(client, player="amaia", opponent=opponent)
    assert "forecast" not in answer.context
    assert answer.context["problem"] in answer.content.decode()


def test_an_unknown_player_is_said(client):
    text = ask(client, player="nobody", opponent="1500").content.decode()
    assert "There is no rated player called nobody." in text


@pytest.mark.parametrize("rating", ["1700?", "1700.0", "1700,000000?"])
def test_a_rating_can_be_written_as_it_is_shown(client, amaia, rating):
    assert rows(client, player="amaia", opponent=rating) == EXPECTED


@pytest.mark.parametrize("rating", ["1700.", ".5", "1700??", "²700", "1700.0000001"])
def test_what_is_nearly_a_rating_is_none(client, amaia, rating):
    assert (
        "neither a rated player nor a rating"
        in ask(client, player="amaia", opponent=rating).context["problem"]
    )


def test_the_opponent_is_called_by_name(client, amaia):
    make_user("unai", rating=1700 * POINT)
    text = ask(client, player="amaia", opponent="UNAI").content.decode()
    assert "of the point against unai (1700)" in text


def test_a_guest_is_not_filled_in_as_the_player(client):
    client.force_login(make_user("guest-1", kind=User.Kind.GUEST))
    assert ask(client).context["name"] == ""


def test_a_game_that_would_not_be_rated_is_said_so_before_the_figures(client, amaia):
    make_user("basalt", kind=User.Kind.BOT, owner=amaia)
    text = ask(client, player="amaia", opponent="basalt").content.decode()
    assert text.index("both accounts belong to one owner") < text.index("If it were rated:")
