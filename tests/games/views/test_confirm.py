"""Steps that ask once more, and need no script."""

import pytest
from django.test import Client

from games import services
from games.models import Game
from sumendi_site.accounts.models import User
from tests.games.factories import make_game, make_user
from tests.games.views.browsers import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def unai() -> User:
    return make_user("unai", confirm_step=True)


@pytest.fixture
def game(unai: User) -> Game:
    """It is the turn of unai, who wants to be asked, and ply 3."""
    return make_game(make_user("amaia"), unai, ["e5", "keep"])


@pytest.fixture
def client(unai: User) -> Client:
    return browser_of(unai)


def ply(game: Game) -> int:
    game.refresh_from_db()
    return game.ply_count


def test_a_move_is_asked_for_once_more(client: Client, game: Game) -> None:
    answer = client.post(f"/games/{game.pk}/move/", {"ply": 3, "move": "a1"})
    assert 'name="confirmed"' in answer.content.decode()
    assert ply(game) == 2


def test_the_confirmed_move_is_played(client: Client, game: Game) -> None:
    client.post(f"/games/{game.pk}/move/", {"ply": 3, "move": "a1", "confirmed": "yes"})
    assert ply(game) == 3


def test_what_is_typed_is_shown_as_text(client: Client, game: Game) -> None:
    answer = client.post(f"/games/{game.pk}/move/", {"ply": 3, "move": "<b>"})
    assert "<b>" not in answer.content.decode()


def test_the_script_asks_by_itself(client: Client, game: Game) -> None:
    url = f"/games/{game.pk}/move/"
    client.post(url, {"ply": 3, "move": "a1"}, headers={"accept": "application/json"})
    assert ply(game) == 3


def test_who_does_not_want_it_is_not_asked(client: Client, game: Game, unai: User) -> None:
    unai.confirm_step = False
    unai.save()
    client.post(f"/games/{game.pk}/move/", {"ply": 3, "move": "a1"})
    assert ply(game) == 3


@pytest.mark.parametrize("action", ["resign", "draw/offer"])
def test_ending_a_game_is_behind_a_step(client: Client, game: Game, action: str) -> None:
    text = client.get(game.get_absolute_url()).content.decode()
    before, _, _ = text.partition(f'action="/games/{game.pk}/{action}/"')
    assert before.count("<details") - before.count("</details>") == 2


def test_accepting_a_draw_is_behind_a_step(client: Client, game: Game) -> None:
    services.offer_draw(game.pk, game.first, 2)
    text = client.get(game.get_absolute_url()).content.decode()
    before, _, _ = text.partition(f'action="/games/{game.pk}/draw/accept/"')
    assert before.count("<details") - before.count("</details>") == 1
