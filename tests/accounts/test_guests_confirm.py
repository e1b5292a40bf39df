"""Guests who sign up where an address has to be confirmed: they play on all the while."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from games.models import Game
from sumendi_site.accounts.forms import SignupForm
from sumendi_site.accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db

LOGIN = {"login": "nora", "password": PASSWORD}


@pytest.fixture
def game(client: Client, settings: Any) -> Game:
    """A game with a house bot, of a guest who has signed up as nora in `client`."""
    cache.clear()
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.post("/play/bot/", {"bot": "pumice", "size": "5"})
    game = Game.objects.get()
    form = {"username": "nora", "email": "nora@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form | {"next": game.get_absolute_url()})
    return game


def nora() -> User:
    return User.objects.get(username="nora")


def link_in(mail: EmailMessage) -> str:
    return re.findall(r"http://testserver(/\S+)", str(mail.body))[0]


def user_of(client: Client) -> str:
    return str(client.get("/learn/").context["user"])


def test_the_guest_still_plays_before_the_confirmation(client: Client, game: Game) -> None:
    answer = client.post(f"{game.get_absolute_url()}move/", {"ply": "1", "move": "e5"})
    assert (answer.status_code, game.moves.get().player) == (302, nora())


def test_the_page_after_the_sign_up_leads_back_to_the_game(client: Client, game: Game) -> None:
    page = client.get("/accounts/confirm-email/").content.decode()
    assert f'href="{game.get_absolute_url()}">Go on playing' in page


def test_until_then_a_guest_may_do_no_more_than_guests_may(client: Client, game: Game) -> None:
    terms = {"size": "5", "seat": "random", "rated": "no", "time_control": "3d"}
    key = "0b9f6b2a-5d0b-4d0c-9d8c-0123456789ab"
    answer = client.post("/play/seek/", terms | {"key": key}, HTTP_ACCEPT="application/json")
    assert answer.json()["error"]["code"] == "sign_up_first"


def test_nobody_signs_in_elsewhere_before_the_confirmation(game: Game) -> None:
    other = Client()
    other.post("/accounts/login/", LOGIN)
    assert "_auth_user_id" not in other.session
    assert nora().kind == User.Kind.GUEST


def test_the_link_makes_a_person_and_leads_back_to_the_game(
    client: Client, game: Game, mailoutbox: list[EmailMessage]
) -> None:
    answer = client.post(link_in(mailoutbox[0]))
    assert answer["Location"] == game.get_absolute_url()
    assert nora().kind == User.Kind.PERSON
    assert user_of(client) == "nora"


def test_the_link_leads_back_to_the_game_on_the_next_day_too(
    client: Client, game: Game, mailoutbox: list[EmailMessage]
) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert client.post(link_in(mailoutbox[0]))["Location"] == game.get_absolute_url()
        assert user_of(client) == "nora"
        assert client.session.get_expiry_age() < 30 * 86_400


def test_the_link_in_another_browser_confirms_and_signs_nobody_in_there(
    client: Client, game: Game, mailoutbox: list[EmailMessage]
) -> None:
    other = Client()
    answer = other.post(link_in(mailoutbox[0]))
    assert answer["Location"] == "/accounts/login/"
    assert "_auth_user_id" not in other.session
    assert nora().kind == User.Kind.PERSON
    assert user_of(client) == "nora"


def test_a_confirmed_guest_signs_in_elsewhere(game: Game, mailoutbox: list[EmailMessage]) -> None:
    other = Client()
    other.post(link_in(mailoutbox[0]))
    other.post("/accounts/login/", LOGIN)
    assert user_of(other) == "nora"


def test_signing_up_again_leads_to_the_address_to_confirm(client: Client, game: Game) -> None:
    answer = client.get("/accounts/signup/", follow=True)
    assert answer.redirect_chain == [("/accounts/email/", 302)]
    assert "Now confirm the address nora@example.org." in answer.content.decode()


def test_the_account_page_leads_to_the_address_to_confirm_with_one_message(
    client: Client, game: Game
) -> None:
    client.get("/learn/")
    answer = client.get("/account/", follow=True)
    assert answer.redirect_chain == [("/accounts/email/", 302)]
    assert [str(message) for message in answer.context["messages"]] == [
        "You have signed up. Now confirm the address nora@example.org."
    ]


@pytest.mark.parametrize("path", ["/play/", "/notices/choices/"])
def test_who_has_signed_up_is_asked_to_confirm_and_not_to_sign_up(
    client: Client, game: Game, path: str
) -> None:
    page = client.get(path).content.decode()
    assert "/accounts/signup/" not in page
    assert page.count(">Confirm your address</a>") == 2


def test_a_finished_game_is_kept_by_confirming(client: Client, game: Game) -> None:
    client.post(f"{game.get_absolute_url()}move/", {"ply": "1", "move": "e5"})
    client.post(f"{game.get_absolute_url()}resign/", {"ply": "1"})
    page = client.get(game.get_absolute_url()).content.decode()
    assert 'class="button button-primary" href="/accounts/email/">Confirm your address' in page
    assert "Sign up and keep this game" not in page


def test_a_wrong_address_can_be_replaced(
    client: Client, game: Game, mailoutbox: list[EmailMessage]
) -> None:
    client.post("/accounts/email/", {"action_add": "1", "email": "nora2@example.org"})
    client.post(link_in(mailoutbox[-1]))
    assert (nora().kind, nora().email) == (User.Kind.PERSON, "nora2@example.org")
    assert [address.email for address in nora().emailaddress_set.all()] == ["nora2@example.org"]


def test_no_more_than_five_addresses_get_a_mail(
    client: Client, game: Game, mailoutbox: list[EmailMessage]
) -> None:
    for number in range(6):
        client.post("/accounts/email/", {"action_add": "1", "email": f"n{number}@example.org"})
    assert len(mailoutbox) == nora().emailaddress_set.count() == 5


def test_who_asks_for_the_mail_again_at_once_is_told_to_wait(
    client: Client, game: Game, mailoutbox: list[EmailMessage]
) -> None:
    again = {"action_send": "1", "email": "nora@example.org"}
    page = client.post("/accounts/email/", again, follow=True).content.decode()
    assert "A mail was sent a moment ago; another can be sent in 3 minutes." in page
    assert len(mailoutbox) == 1


def test_the_address_to_confirm_cannot_be_taken_away(client: Client, game: Game) -> None:
    client.post("/accounts/email/", {"action_remove": "1", "email": "nora@example.org"})
    assert nora().emailaddress_set.count() == 1


def test_a_guest_is_offered_only_what_a_guest_may_do_with_addresses(
    client: Client, game: Game
) -> None:
    page = client.get("/accounts/email/").content.decode()
    assert re.findall('name="(action_[a-z]+)"', page) == ["action_send", "action_add"]
    assert "The first address you confirm becomes yours; the others are dropped." in page


def test_every_page_says_what_is_still_to_be_done(client: Client, game: Game) -> None:
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Confirm your e-mail address to keep your games." in page


def test_of_two_sign_ups_at_once_the_second_leads_to_the_address_to_confirm(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.post("/play/bot/", {"bot": "pumice", "size": "5"})
    form = {"username": "nora", "email": "nora@example.org", "password1": PASSWORD}
    other = Client()
    other.cookies["sessionid"] = client.cookies["sessionid"].value
    try_save = SignupForm.try_save

    def after_the_first(*args: Any) -> Any:
        monkeypatch.undo()
        client.post("/accounts/signup/", form)
        return try_save(*args)

    monkeypatch.setattr(SignupForm, "try_save", after_the_first)
    answer = other.post("/accounts/signup/", form)
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/email/")
    assert nora().emailaddress_set.count() == 1


def test_a_guest_who_gives_the_address_of_an_account_is_not_told_to_confirm_it(
    client: Client, amaia: User, settings: Any
) -> None:
    cache.clear()
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.post("/play/bot/", {"bot": "pumice", "size": "5"})
    form = {"username": "nora", "email": amaia.email, "password1": PASSWORD}
    page = client.post("/accounts/signup/", form, follow=True).content.decode()
    assert "If there is an account with this address, its owner got a mail" in page
    assert "confirm your address; then" not in page
