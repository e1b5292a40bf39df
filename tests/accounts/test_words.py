"""What the site says about addresses, passwords and sign-ups, on its pages and by e-mail."""

import re
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from sumendi_site.accounts.models import Invitation, User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
RESET = "/accounts/password/reset/"


def text_of(client: Client, url: str) -> str:
    return client.get(url, follow=True).content.decode()


def sign_up(email: str = "nora@example.org", name: str = "nora") -> None:
    form = {"username": name, "email": email, "password1": PASSWORD}
    Client().post("/accounts/signup/", form)


@pytest.fixture
def with_mail(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def check_is_ours(mail: EmailMessage) -> None:
    said = f"{mail.subject}\n{mail.body}"
    assert "Sumendi, a game of volcanoes and lava" in said
    assert not re.search(r"(?<!-)\bemail\b|Hello from|Thank you for using|username is", said)


def test_the_e_mail_that_confirms_an_address_is_in_our_words(
    with_mail: None, mailoutbox: list[EmailMessage]
) -> None:
    sign_up()
    assert mailoutbox[0].subject == "[Sumendi] Welcome: confirm your address"
    check_is_ours(mailoutbox[0])


def test_who_signs_up_again_with_an_address_is_told_by_e_mail(
    with_mail: None, amaia: User, mailoutbox: list[EmailMessage]
) -> None:
    amaia.emailaddress_set.create(email=amaia.email, verified=True, primary=True)
    sign_up(amaia.email)
    assert mailoutbox[0].subject == "[Sumendi] You have an account already"
    check_is_ours(mailoutbox[0])


def test_the_e_mail_for_a_new_password_is_in_our_words(
    client: Client, amaia: User, mailoutbox: list[EmailMessage]
) -> None:
    client.post(RESET, {"email": amaia.email})
    assert mailoutbox[0].subject == "[Sumendi] Choose a new password"
    check_is_ours(mailoutbox[0])


def test_an_unknown_address_is_told_that_it_is_unknown(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    client.post(RESET, {"email": "nobody@example.org"})
    assert mailoutbox[0].subject == "[Sumendi] No account with this address"
    check_is_ours(mailoutbox[0])


def test_a_changed_password_leads_to_the_sign_in(
    client: Client, amaia: User, mailoutbox: list[EmailMessage]
) -> None:
    client.post(RESET, {"email": amaia.email})
    link = re.findall(r"http://testserver(/\S+)", str(mailoutbox[0].body))[0]
    form = client.get(link, follow=True).redirect_chain[-1][0]
    new = "basalt-and-pumice"
    page = client.post(form, {"password1": new, "password2": new}, follow=True).content.decode()
    assert "<h1>Your password is changed</h1>" in page
    assert 'class="button button-primary" href="/accounts/login/"' in page


@pytest.mark.parametrize("url", [f"{RESET}key/1-bad/", "/accounts/confirm-email/bad/"])
def test_a_link_that_does_not_work_says_so(client: Client, url: str) -> None:
    assert "<h1>This link does not work</h1>" in text_of(client, url)


def test_an_address_that_is_none_is_named_so(client: Client) -> None:
    page = client.post(RESET, {"email": "nobody"}).content.decode()
    assert "This is not an e-mail address." in page


@pytest.mark.parametrize("url", ["/", "/play/", "/accounts/login/"])
@pytest.mark.parametrize(
    ("policy", "note"),
    [
        ("closed", "This site takes no new accounts."),
        ("invitation", "New accounts are by invitation."),
    ],
)
def test_where_nobody_can_sign_up_nothing_leads_there(
    client: Client, settings: Any, url: str, policy: str, note: str
) -> None:
    settings.SIGNUP_POLICY = policy
    page = text_of(client, url)
    assert note in page
    assert "/accounts/signup/" not in page


def test_an_invited_visitor_can_find_the_sign_up(client: Client, settings: Any) -> None:
    settings.SIGNUP_POLICY = "invitation"
    client.get(Invitation.objects.create().get_absolute_url())
    assert "/accounts/signup/" in text_of(client, "/")


def test_a_request_that_is_refused_early_still_gets_its_page(client: Client, settings: Any) -> None:
    settings.SIGNUP_POLICY = "invitation"
    answer = client.get("/?size=%00")
    assert answer.status_code == 400
    assert 'class="bar' in answer.content.decode()
