import re

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from sumendi_site.accounts.forms import ResetPasswordForm
from sumendi_site.accounts.models import User

from .conftest import PASSWORD

RESET = "/accounts/password/reset/"
NEW = "basalt-and-pumice"


def link_of(mail: EmailMessage) -> str:
    return re.findall(r"http://testserver(/\S+)", str(mail.body))[0]


def test_a_forgotten_password_is_set_anew_by_mail(
    client: Client, amaia: User, mailoutbox: list[EmailMessage]
) -> None:
    client.post(RESET, {"email": "Amaia@example.org"})
    form = client.get(link_of(mailoutbox[0]), follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": NEW, "password2": NEW})
    amaia.refresh_from_db()
    assert amaia.check_password(NEW)


def test_the_mail_has_the_name_of_the_site(
    client: Client, amaia: User, mailoutbox: list[EmailMessage]
) -> None:
    client.post(RESET, {"email": "amaia@example.org"})
    assert mailoutbox[0].subject.startswith("[Sumendi] ")
    assert mailoutbox[0].to == ["amaia@example.org"]


def test_a_link_works_once(client: Client, amaia: User, mailoutbox: list[EmailMessage]) -> None:
    client.post(RESET, {"email": "amaia@example.org"})
    link = link_of(mailoutbox[0])
    form = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": NEW, "password2": NEW})
    again = Client().get(link, follow=True)
    assert "password1" not in again.content.decode()


def test_an_unknown_address_gets_the_same_answer(client: Client, amaia: User) -> None:
    known = client.post(RESET, {"email": "amaia@example.org"})
    unknown = client.post(RESET, {"email": "nobody@example.org"})
    assert known["Location"] == unknown["Location"] == reverse("account_reset_password_done")


@pytest.mark.parametrize(("configured", "told"), [(False, True), (True, False)])
def test_a_site_without_mail_says_so(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, configured: bool, told: bool
) -> None:
    monkeypatch.setattr(ResetPasswordForm, "mail_configured", configured)
    assert ("This site has no mail server" in client.get(RESET).content.decode()) is told


def test_a_password_is_changed_with_the_old_one(amaias: Client, amaia: User) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    amaias.post("/accounts/password/change/", form)
    amaia.refresh_from_db()
    assert amaia.check_password(NEW)


def test_a_password_is_not_changed_without_the_old_one(amaias: Client, amaia: User) -> None:
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    amaias.post("/accounts/password/change/", form)
    amaia.refresh_from_db()
    assert amaia.check_password(PASSWORD)
