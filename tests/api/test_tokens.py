from datetime import timedelta

import pytest
from django.utils import timezone

from sumendi_site.accounts.models import Sanction, User
from sumendi_site.accounts.tokens import MOST_TOKENS, ApiToken, Scope, TooManyTokens, issue
from tests.api.clients import Caller, code_of
from tests.games.factories import make_bot


def test_a_token_opens_what_its_scope_names(amaia):
    answer = Caller(amaia, [Scope.READ]).get("me")
    assert answer.status_code == 200
    assert answer.json()["name"] == "amaia"


def test_without_a_token_one_is_asked_to_send_one(db):
    answer = Caller().get("me")
    assert answer.status_code == 401
    assert code_of(answer) == "signed_out"
    assert answer["WWW-Authenticate"] == "Token"


def test_a_token_without_the_scope_is_not_enough(amaia):
    answer = Caller(amaia, [Scope.PLAY]).get("me")
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


def test_an_expired_token_is_refused(amaia):
    caller = Caller(amaia)
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    answer = caller.get("me")
    assert (answer.status_code, code_of(answer)) == (401, "bad_token")


def test_an_expired_token_stays_on_the_page_of_its_owner(amaia):
    caller = Caller(amaia)
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    caller.get("me")
    assert ApiToken.objects.filter(user=amaia).count() == 1


def test_a_revoked_token_is_refused(amaia):
    caller = Caller(amaia)
    ApiToken.objects.all().delete()
    assert code_of(caller.get("me")) == "bad_token"


def test_the_token_of_a_closed_account_is_refused(amaia):
    caller = Caller(amaia)
    amaia.is_active = False
    amaia.save()
    assert code_of(caller.get("me")) == "bad_token"


@pytest.mark.parametrize("who", ["owner", "bot"])
def test_the_token_of_a_banned_account_or_its_bot_is_told_of_the_ban(amaia, unai, who):
    caller = Caller(make_bot(amaia) if who == "bot" else amaia)
    Sanction.objects.create(person=amaia, by=unai, kind="ban", reason="A program.")
    User.objects.filter(pk=amaia.pk).update(is_active=False)
    answer = caller.get("me")
    assert (answer.status_code, code_of(answer)) == (403, "banned")


BAD_HEADERS = ["Token", "Token a b", "Bearer abc", "Token \xff\xfe", "x" * 900]


@pytest.mark.parametrize("header", BAD_HEADERS)
def test_a_header_that_is_no_token_is_refused(db, header):
    answer = Caller().get("me", Authorization=header)
    assert (answer.status_code, code_of(answer)) == (401, "bad_token")


def test_a_token_is_stored_hashed(amaia):
    token, text = issue(amaia, "mine", [Scope.READ], 30)
    stored = ApiToken.objects.filter(pk=token.pk).values().get()
    assert text not in str(stored)


def test_an_account_has_a_limited_number_of_tokens(amaia):
    for number in range(MOST_TOKENS):
        issue(amaia, f"number {number}", [], 30)
    with pytest.raises(TooManyTokens):
        issue(amaia, "one more", [], 30)


def test_the_use_of_a_token_is_remembered(amaia):
    caller = Caller(amaia)
    caller.get("me")
    assert ApiToken.objects.get().last_used is not None


def test_a_second_use_soon_after_writes_nothing(amaia, django_assert_num_queries):
    caller = Caller(amaia)
    caller.get("me")
    with django_assert_num_queries(2):  # the token, the counts
        caller.get("me")


def test_the_session_of_a_page_does_not_open_the_api(client, amaia):
    client.force_login(amaia)
    assert client.get("/api/v1/me").status_code == 401
