from typing import Any

import pytest
from django.test import Client

from sumendi_site.accounts.models import User

pytestmark = pytest.mark.django_db


def sign_up(client: Client, **fields: Any) -> Any:
    form = {"username": "nora", "email": "", "password1": "lava-flows-downhill"} | fields
    return client.post("/accounts/signup/", form)


def test_a_newcomer_signs_up_and_lands_on_the_dashboard(client: Client) -> None:
    answer = sign_up(client)
    assert (answer.status_code, answer["Location"]) == (302, "/dashboard/")
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


def test_a_new_account_is_a_person_without_an_owner(client: Client) -> None:
    sign_up(client)
    nora = User.objects.get()
    assert (nora.kind, nora.owner) == (User.Kind.PERSON, None)


def test_the_page_that_was_asked_for_comes_after_the_sign_up(client: Client) -> None:
    assert sign_up(client, next="/learn/")["Location"] == "/learn/"


def test_a_foreign_page_never_comes_after_the_sign_up(client: Client) -> None:
    assert sign_up(client, next="https://evil.example/")["Location"] == "/dashboard/"


def test_the_sign_up_page_keeps_where_to_go(client: Client) -> None:
    page = client.get("/accounts/signup/?next=/learn/").content.decode()
    assert '<input type="hidden" name="next" value="/learn/">' in page


def test_a_taken_name_is_refused_regardless_of_case(client: Client, amaia: User) -> None:
    answer = sign_up(client, username="AMAIA")
    assert "Somebody has this name already." in answer.content.decode()
    assert User.objects.count() == 1


def test_a_taken_address_is_refused_regardless_of_case(client: Client) -> None:
    sign_up(client, email="nora@example.org")
    answer = sign_up(Client(), username="nora2", email="NORA@example.org")
    assert "There is an account with this e-mail address already." in answer.content.decode()
    assert User.objects.count() == 1


def test_many_accounts_may_have_no_address(client: Client) -> None:
    sign_up(client)
    sign_up(Client(), username="nora2")
    assert User.objects.filter(email="").count() == 2


def test_a_bad_name_is_refused_in_plain_words(client: Client) -> None:
    answer = sign_up(client, username="no\u200bra")
    assert "A name cannot hold control or invisible characters." in answer.content.decode()
    assert not User.objects.exists()


def test_a_name_with_a_nul_is_refused(client: Client) -> None:
    assert sign_up(client, username="no\x00ra").status_code == 400
    assert not User.objects.exists()


def test_a_weak_password_is_refused(client: Client) -> None:
    answer = sign_up(client, password1="password")
    assert "This password is too common." in answer.content.decode()
    assert not User.objects.exists()


def test_a_name_taken_in_the_same_moment_is_no_server_error(
    client: Client, amaia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sumendi_site.accounts.adapter.AccountAdapter.clean_username", lambda self, name: name
    )
    answer = client.post(
        "/accounts/signup/",
        {"username": "Amaia", "password1": "lava-flows-downhill"},
        follow=True,
    )
    assert "Somebody took this name a moment before you." in answer.content.decode()
    assert User.objects.count() == 1


def test_the_time_zone_of_the_browser_becomes_the_preference(client: Client) -> None:
    sign_up(client, time_zone="Europe/Madrid")
    assert User.objects.get().time_zone == "Europe/Madrid"


@pytest.mark.parametrize("zone", ["", "Mars/Olympus_Mons", "../etc/passwd", "x" * 60])
def test_an_unknown_time_zone_of_the_browser_becomes_utc(client: Client, zone: str) -> None:
    sign_up(client, time_zone=zone)
    assert User.objects.get().time_zone == "UTC"


def test_a_closed_site_takes_nobody(client: Client, settings: Any) -> None:
    settings.SIGNUP_POLICY = "closed"
    answer = sign_up(client)
    assert answer.status_code == 403
    assert "takes no new accounts" in answer.content.decode()
    assert not User.objects.exists()
