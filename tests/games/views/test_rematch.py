from typing import Any

import pytest
from django.http import HttpResponse

from games import services
from games.models import Game, Offer
from sumendi_site.accounts.models import User
from tests.games.factories import make_finished_game, make_game, make_user
from tests.games.views.browsers import browser_of

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}
OFFER, ACCEPT = "Offer a rematch", "Accept the rematch"


@pytest.fixture
def game(amaia: User, unai: User) -> Game:
    return make_finished_game(amaia, unai, ["e5", "keep"])


def press(user: User | None, game: Game, **headers: Any) -> HttpResponse:
    return browser_of(user).post(f"/games/{game.pk}/rematch/", headers=headers)


def page(user: User | None, game: Game) -> str:
    return browser_of(user).get(game.get_absolute_url()).content.decode()


def test_both_players_can_offer_one(game: Game, amaia: User, unai: User) -> None:
    assert OFFER in page(amaia, game)
    assert OFFER in page(unai, game)


@pytest.mark.parametrize("who", [None, "stranger", "guest"])
def test_nobody_else_can(game: Game, who: str | None) -> None:
    kind = User.Kind.GUEST if who == "guest" else User.Kind.PERSON
    user = make_user(who, kind=kind) if who else None
    assert OFFER not in page(user, game)
    assert press(user, game, **JSON).status_code == (403 if user else 401)
    assert not Offer.objects.exists()


def test_a_running_game_offers_none(amaia: User, unai: User) -> None:
    running = make_game(amaia, unai)
    assert OFFER not in page(amaia, running)
    assert press(amaia, running, **JSON).status_code == 409


def test_after_pressing_it_the_page_says_that_it_waits(game: Game, amaia: User, unai: User) -> None:
    assert press(amaia, game)["Location"] == game.get_absolute_url()
    assert "It waits for unai until" in page(amaia, game)
    text = page(unai, game)
    assert ACCEPT in text
    assert "and you place first." in text


def test_the_second_who_presses_is_at_the_new_game(game: Game, amaia: User, unai: User) -> None:
    press(amaia, game)
    begun = Game.objects.get(pk=press(unai, game, **JSON).json()["game"])
    assert begun.first == unai
    assert "The rematch has begun." in page(amaia, game)


def test_it_waits_among_the_challenges_of_who_was_away(game: Game, amaia: User, unai: User) -> None:
    offer = services.rematch(game.pk, amaia)
    assert offer in browser_of(unai).get("/dashboard/").context["offers"]


def test_a_blocked_player_can_offer_none(game: Game, amaia: User, unai: User) -> None:
    services.block(amaia, unai)
    assert OFFER not in page(unai, game)
    assert OFFER not in page(amaia, game)
    assert press(unai, game, **JSON).json()["error"]["code"] == "blocked"


def test_who_was_declined_can_offer_it_no_more(game: Game, amaia: User, unai: User) -> None:
    services.decline(unai, services.rematch(game.pk, amaia).pk)
    assert OFFER not in page(amaia, game)
    assert OFFER in page(unai, game)


def test_a_refusal_is_told_on_the_page_of_the_game(game: Game, amaia: User, unai: User) -> None:
    services.decline(unai, services.rematch(game.pk, amaia).pk)
    answer = press(amaia, game)
    assert answer.status_code == 409
    assert "unai has declined a rematch of this game." in answer.content.decode()


def test_the_dashboard_offers_it_as_a_rematch_with_the_readers_seat(
    game: Game, amaia: User, unai: User
) -> None:
    services.rematch(game.pk, amaia)
    text = browser_of(unai).get("/dashboard/").content.decode()
    assert f'offers <a href="{game.get_absolute_url()}">a rematch</a>' in text
    assert "you place first" in text
