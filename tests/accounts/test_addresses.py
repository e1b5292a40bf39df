"""The page of one's e-mail addresses says why a mail did not go out."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client

from sumendi_site.accounts.adapter import HELD_BACK
from sumendi_site.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_sent_yet() -> None:
    cache.clear()


def page_after(client: Client, action: str, email: str = "") -> str:
    form = {action: "1", "email": email}
    return client.post("/accounts/email/", form, follow=True).content.decode()


def test_a_confirmed_address_gets_no_other_mail(
    amaia: User, amaias: Client, mailoutbox: list[EmailMessage]
) -> None:
    EmailAddress.objects.update_or_create(
        user=amaia, email=amaia.email, defaults={"verified": True, "primary": True}
    )
    page = page_after(amaias, "action_send", amaia.email)
    assert "amaia@example.org is confirmed already." in page
    assert not mailoutbox


@pytest.mark.parametrize("action", ["action_send", "action_primary", "action_remove"])
def test_who_chooses_no_address_is_asked_for_one(amaias: Client, action: str) -> None:
    page = page_after(amaias, action)
    assert "Choose an address." in page
    assert HELD_BACK not in page


def test_the_address_of_somebody_else_cannot_be_chosen(amaias: Client) -> None:
    assert "Choose an address." in page_after(amaias, "action_send", "nora@example.org")


def test_who_adds_an_address_again_at_once_is_told_to_wait(
    amaias: Client, mailoutbox: list[EmailMessage]
) -> None:
    page_after(amaias, "action_add", "nora@example.org")
    page_after(amaias, "action_remove", "nora@example.org")
    assert HELD_BACK in page_after(amaias, "action_add", "nora@example.org")
    assert len(mailoutbox) == 1


def test_who_adds_no_address_is_not_told_that_a_mail_was_sent(amaias: Client) -> None:
    assert HELD_BACK not in page_after(amaias, "action_add", "no address")


def test_at_five_addresses_the_page_says_how_to_add_another(amaia: User, amaias: Client) -> None:
    for number in range(5 - amaia.emailaddress_set.count()):
        EmailAddress.objects.create(user=amaia, email=f"a{number}@example.org")
    page = amaias.get("/accounts/email/").content.decode()
    assert "You have five addresses, the most there can be. Remove one to add another." in page
    assert "action_add" not in page


def test_who_has_an_account_may_choose_and_remove_addresses(amaia: User, amaias: Client) -> None:
    page = amaias.get("/accounts/email/").content.decode()
    assert "action_primary" in page
    assert "action_remove" in page
