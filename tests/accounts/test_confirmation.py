"""Where mail is configured a sign-up has to be confirmed, and nobody else is locked out."""

import re
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from sumendi_site.accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def with_mail(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    cache.clear()


def sign_up(email: str) -> Client:
    client = Client()
    form = {"username": "nora", "email": email, "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    return client


def link_in(mail: EmailMessage) -> str:
    return re.findall(r"http://testserver(/\S+)", str(mail.body))[0]


def signs_in(name: str) -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return "_auth_user_id" in client.session


def test_a_sign_up_is_confirmed_before_the_first_sign_in() -> None:
    assert "_auth_user_id" not in sign_up("nora@example.org").session
    assert not signs_in("nora")
    assert not signs_in("nora@example.org")


def test_a_confirmed_sign_up_signs_in(mailoutbox: list[EmailMessage]) -> None:
    sign_up("nora@example.org")
    link = link_in(mailoutbox[0])
    assert Client().get(link).status_code == 200
    Client().post(link)
    assert signs_in("nora")


def test_a_sign_up_is_told_where_to_look() -> None:
    form = {"username": "nora", "email": "nora@example.org", "password1": PASSWORD}
    answer = Client().post("/accounts/signup/", form, follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain[-1][0] == "/accounts/confirm-email/"


def test_who_asks_for_another_mail_at_once_is_told_to_wait(mailoutbox: list[EmailMessage]) -> None:
    client = sign_up("nora@example.org")
    login = {"login": "nora", "password": PASSWORD}
    page = client.post("/accounts/login/", login, follow=True).content.decode()
    assert "A mail was sent a moment ago; another can be sent in 3 minutes." in page
    assert len(mailoutbox) == 1


def test_who_asks_again_after_three_minutes_gets_another_mail(
    mailoutbox: list[EmailMessage],
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client = sign_up("nora@example.org")
        clock.shift(181)
        login = {"login": "nora", "password": PASSWORD}
        page = client.post("/accounts/login/", login, follow=True).content.decode()
    assert len(mailoutbox) == 2
    assert "We have sent an e-mail to nora@example.org" in page


def test_the_browser_of_the_sign_up_is_signed_in_by_the_link(
    mailoutbox: list[EmailMessage],
) -> None:
    client = Client()
    form = {"username": "nora", "email": "nora@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form | {"next": "/learn/"})
    assert client.post(link_in(mailoutbox[0]))["Location"] == "/learn/"
    assert "_auth_user_id" in client.session


def test_another_browser_is_not_signed_in_by_the_link(mailoutbox: list[EmailMessage]) -> None:
    sign_up("nora@example.org")
    other = Client()
    assert other.post(link_in(mailoutbox[0]))["Location"] == "/accounts/login/"
    assert "_auth_user_id" not in other.session


def test_a_used_link_says_that_nothing_more_may_be_needed(
    mailoutbox: list[EmailMessage],
) -> None:
    sign_up("nora@example.org")
    link = link_in(mailoutbox[0])
    Client().post(link)
    page = Client().get(link).content.decode()
    assert "If your address is confirmed already, there is nothing more to do." in page


def test_the_link_of_another_account_says_who_is_signed_in(
    amaias: Client, mailoutbox: list[EmailMessage]
) -> None:
    sign_up("nora@example.org")
    page = amaias.get(link_in(mailoutbox[-1])).content.decode()
    assert "You are signed in as amaia" in page
    assert "nora@example.org</strong> belong to the account <strong>nora</strong>" in page


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_link_of_another_account_signs_nobody_out(
    amaias: Client, mailoutbox: list[EmailMessage], method: str
) -> None:
    sign_up("nora@example.org")
    getattr(amaias, method)(link_in(mailoutbox[-1]))
    assert str(amaias.get("/learn/").context["user"]) == "amaia"


def test_the_link_confirms_whoever_is_signed_in(
    amaias: Client, mailoutbox: list[EmailMessage]
) -> None:
    sign_up("nora@example.org")
    amaias.post(link_in(mailoutbox[-1]))
    assert signs_in("nora")


def test_the_page_of_the_sign_up_comes_after_a_sign_in_too(mailoutbox: list[EmailMessage]) -> None:
    client = Client()
    form = {"username": "nora", "email": "nora@example.org", "password1": PASSWORD}
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.post("/accounts/signup/", form | {"next": "/learn/"})
        clock.shift(3600)
        answer = client.post(link_in(mailoutbox[0]))
    assert answer["Location"] == "/accounts/login/?next=%2Flearn%2F"


def test_an_account_without_an_address_signs_in() -> None:
    User.objects.create_user("amaia", password=PASSWORD)
    assert signs_in("amaia")


def test_an_account_from_before_mail_was_configured_signs_in(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    sign_up("nora@example.org")
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert signs_in("nora")


@pytest.mark.parametrize("login", ["amaia", "amaia@example.org"])
def test_an_operator_with_an_unconfirmed_address_signs_in(login: str) -> None:
    User.objects.create_superuser("amaia", "amaia@example.org", PASSWORD)
    assert signs_in(login)


def test_an_address_that_is_added_later_locks_nobody_out(mailoutbox: list[EmailMessage]) -> None:
    amaia = User.objects.create_user("amaia", password=PASSWORD)
    client = Client()
    client.post("/accounts/login/", {"login": "amaia", "password": PASSWORD})
    client.post("/accounts/email/", {"action_add": "1", "email": "amaia@example.org"})
    assert not amaia.emailaddress_set.get().verified
    assert signs_in("amaia")


def test_an_account_without_an_address_is_asked_for_one() -> None:
    User.objects.create_user("amaia", password=PASSWORD)
    client = Client()
    client.post("/accounts/login/", {"login": "amaia", "password": PASSWORD})
    assert "none yet" in client.get("/account/").content.decode()
