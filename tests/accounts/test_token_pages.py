import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import ApiToken, Scope, issue, token_of

from .conftest import PASSWORD

NEW = "/account/tokens/new/"
FORM = {"name": "my script", "scopes": ["read", "play"], "days": "30"}


@pytest.fixture
def proven(amaias: Client) -> Client:
    """amaia's browser, just after she has given her password once more."""
    amaias.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return amaias


def text_in(page: str) -> str:
    found: str = re.findall(r'id="token-text" readonly value="(\w+)"', page)[0]
    return found


def test_a_token_is_made_with_its_scopes_and_shown(proven: Client, amaia: User) -> None:
    answer = proven.post(NEW, FORM)
    token = token_of(text_in(answer.content.decode()))
    assert (token.user, token.name, token.scopes) == (amaia, "my script", ["read", "play"])
    assert timedelta(days=29) < token.expiry - timezone.now() <= timedelta(days=30)
    assert "no-store" in answer["Cache-Control"]


def test_the_text_of_a_token_is_never_shown_again(proven: Client, caplog) -> None:
    text = text_in(proven.post(NEW, FORM).content.decode())
    for path in ("/account/tokens/", NEW, "/account/"):
        assert text not in proven.get(path).content.decode()
    assert all(text not in str(session.get_decoded()) for session in Session.objects.all())
    assert text not in caplog.text


def test_a_reload_of_the_page_that_shows_a_token_makes_no_second_one(proven: Client) -> None:
    code = proven.get(NEW).context["form"]["code"].value()
    text_in(proven.post(NEW, {**FORM, "code": code}).content.decode())
    again = proven.post(NEW, {**FORM, "code": code}, follow=True)
    assert "This token was made before" in again.content.decode()
    assert ApiToken.objects.count() == 1


def test_each_form_makes_a_token_of_its_own(proven: Client) -> None:
    for _ in range(2):
        code = proven.get(NEW).context["form"]["code"].value()
        proven.post(NEW, {**FORM, "code": code})
    assert ApiToken.objects.count() == 2


def test_making_a_token_asks_for_the_password_once_more(amaias: Client) -> None:
    assert amaias.get(NEW)["Location"].startswith("/accounts/reauthenticate/")
    assert amaias.post(NEW, FORM)["Location"].startswith("/accounts/reauthenticate/")
    assert not ApiToken.objects.exists()


def test_a_form_that_waited_for_the_password_goes_on_afterwards(amaias: Client) -> None:
    ask = amaias.post(NEW, FORM)["Location"]
    answer = amaias.post(ask, {"password": PASSWORD, "next": NEW})
    assert token_of(text_in(answer.content.decode()))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "\u200b"),
        ("name", "x" * 61),
        ("name", "a\x07b"),
        ("scopes", []),
        ("scopes", ["admin"]),
        ("days", "0"),
        ("days", "367"),
        ("days", "9" * 30),
        ("days", "soon"),
        ("code", "../new"),
    ],
)
def test_a_form_with_nonsense_makes_no_token(proven: Client, field: str, value: object) -> None:
    answer = proven.post(NEW, {**FORM, field: value})
    assert field in answer.context["form"].errors
    assert not ApiToken.objects.exists()


def test_who_has_too_many_tokens_is_told_so(proven: Client, amaia: User) -> None:
    for _ in range(20):
        issue(amaia, "old", [], 30)
    assert "An account has at most 20 tokens" in proven.post(NEW, FORM).content.decode()


def test_the_list_tells_what_a_token_is_good_for_and_when_it_was_used(
    amaias: Client, amaia: User
) -> None:
    token, _ = issue(amaia, "my script", [Scope.READ, Scope.BOT], 30)
    token.note_use(timezone.now())
    page = amaias.get("/account/tokens/").content.decode()
    assert "my script" in page
    assert "read, bot" in page
    assert "just now" in page
    assert f"{token.expiry:%b %Y}" in page


def test_an_expired_token_is_marked(amaias: Client, amaia: User) -> None:
    issue(amaia, "old", [], 30)
    ApiToken.objects.update(expiry=timezone.now())
    assert "expired" in amaias.get("/account/tokens/").content.decode()


def test_a_revoked_token_is_gone(amaias: Client, amaia: User) -> None:
    token, text = issue(amaia, "my script", [], 30)
    amaias.post(f"/account/tokens/{token.code}/revoke/")
    assert token_of(text) is None


def test_nobody_revokes_or_sees_the_token_of_another(amaias: Client) -> None:
    other = User.objects.create_user("unai", "", PASSWORD)
    token, text = issue(other, "of unai", [], 30)
    amaias.post(f"/account/tokens/{token.code}/revoke/")
    assert token_of(text) is not None
    assert "of unai" not in amaias.get("/account/tokens/").content.decode()


def test_looking_at_the_address_of_a_revocation_revokes_nothing(
    amaias: Client, amaia: User
) -> None:
    token, text = issue(amaia, "my script", [], 30)
    assert amaias.get(f"/account/tokens/{token.code}/revoke/").status_code == 405
    assert token_of(text)


@pytest.mark.parametrize("path", ["/account/tokens/", NEW])
def test_a_visitor_is_sent_to_the_sign_in(client: Client, db: None, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"


def test_a_guest_has_no_tokens(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("guest-1", kind=User.Kind.GUEST))
    assert client.get("/account/tokens/")["Location"] == "/accounts/signup/"
