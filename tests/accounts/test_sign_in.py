from typing import Any

import pytest
from django.test import Client

from sumendi_site.accounts.models import User

from .conftest import PASSWORD

URL = "/accounts/login/"


def sign_in(client: Client, login: str = "amaia", password: str = PASSWORD, **fields: str) -> Any:
    return client.post(URL, {"login": login, "password": password} | fields)


@pytest.mark.parametrize("login", ["amaia", "AMAIA", "amaia@example.org", "Amaia@Example.org"])
def test_a_name_or_an_address_signs_in(client: Client, amaia: User, login: str) -> None:
    assert sign_in(client, login)["Location"] == "/dashboard/"


def test_a_wrong_password_is_refused(client: Client, amaia: User) -> None:
    answer = sign_in(client, password="wrong")
    assert "do not belong together" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_an_unknown_name_looks_like_a_wrong_password(client: Client, db: None) -> None:
    assert "do not belong together" in sign_in(client, "nobody-here").content.decode()


def test_the_page_that_was_asked_for_comes_next(client: Client, amaia: User) -> None:
    page = client.get("/preferences/", follow=True).content.decode()
    assert '<input type="hidden" name="next" value="/preferences/">' in page
    assert sign_in(client, next="/preferences/")["Location"] == "/preferences/"


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_a_foreign_page_never_comes_next(client: Client, amaia: User, target: str) -> None:
    assert sign_in(client, next=target)["Location"] == "/dashboard/"


def test_signing_out_needs_a_click(amaias: Client) -> None:
    amaias.get("/accounts/logout/")
    assert "_auth_user_id" in amaias.session
    amaias.post("/accounts/logout/")
    assert "_auth_user_id" not in amaias.session


def test_guessing_a_password_is_slowed_down_with_a_clear_message(
    client: Client, amaia: User
) -> None:
    for _ in range(5):
        sign_in(client, password="wrong")
    answer = sign_in(client)
    assert "Too many failed attempts to sign in." in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_too_many_requests_get_a_clear_page(client: Client, db: None) -> None:
    answers = [sign_in(client, f"guess{number}") for number in range(31)]
    assert answers[-1].status_code == 429
    assert "Too many tries" in answers[-1].content.decode()


def test_a_closed_account_cannot_sign_in(client: Client, amaia: User) -> None:
    amaia.is_active = False
    amaia.save()
    sign_in(client)
    assert "_auth_user_id" not in client.session


def test_the_admin_pages_sign_in_as_every_page_does(client: Client, db: None) -> None:
    assert client.get("/admin/login/?next=/admin/")["Location"].startswith(URL)
