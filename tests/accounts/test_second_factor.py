import re
import time

import pytest
import time_machine
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client

from sumendi_site.accounts.models import User

from .conftest import PASSWORD

ACTIVATE = "/accounts/2fa/totp/activate/"
STEP = 30


def code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // STEP))


def turn_on(client: Client) -> tuple[str, str]:
    """The secret of the new second factor, and one recovery code."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get(ACTIVATE).content.decode()
    secret = re.findall(r'class="secret">(\w+)<', page)[0]
    client.post(ACTIVATE, {"code": code(secret)})
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    codes = re.findall(r"\b[0-9]{8}\b", page)
    return secret, codes[0]


def begin_sign_in() -> Client:
    client = Client()
    answer = client.post(
        "/accounts/login/", {"login": "amaia", "password": PASSWORD, "next": "/learn/"}
    )
    assert answer["Location"].startswith("/accounts/2fa/authenticate/")
    return client


def finish_sign_in(client: Client, code: str) -> bool:
    client.post("/accounts/2fa/authenticate/", {"code": code})
    return "_auth_user_id" in client.session


def test_a_password_alone_no_longer_signs_in(amaias: Client) -> None:
    turn_on(amaias)
    assert "_auth_user_id" not in begin_sign_in().session


def test_the_code_of_the_app_signs_in(amaias: Client) -> None:
    with time_machine.travel(time.time(), tick=False) as clock:
        secret, _ = turn_on(amaias)
        clock.shift(STEP)
        assert finish_sign_in(begin_sign_in(), code(secret))


def test_a_code_works_once(amaias: Client) -> None:
    with time_machine.travel(time.time(), tick=False) as clock:
        secret, _ = turn_on(amaias)
        clock.shift(STEP)
        assert finish_sign_in(begin_sign_in(), code(secret))
        assert not finish_sign_in(begin_sign_in(), code(secret))


def test_a_wrong_code_does_not_sign_in(amaias: Client) -> None:
    secret, _ = turn_on(amaias)
    wrong = f"{(int(code(secret)) + 1) % 1_000_000:06}"
    assert not finish_sign_in(begin_sign_in(), wrong)


def test_a_recovery_code_signs_in_once(amaias: Client) -> None:
    _, recovery = turn_on(amaias)
    assert finish_sign_in(begin_sign_in(), recovery)
    assert not finish_sign_in(begin_sign_in(), recovery)


def test_the_password_is_asked_for_again_before_it_is_turned_on(amaias: Client) -> None:
    assert amaias.get(ACTIVATE)["Location"].startswith("/accounts/reauthenticate/")


def test_the_second_factor_can_be_turned_off(amaias: Client, amaia: User) -> None:
    turn_on(amaias)
    amaias.post("/accounts/2fa/totp/deactivate/")
    assert not amaia.authenticator_set.filter(type="totp").exists()


def test_only_the_owner_can_turn_it_off(amaias: Client, amaia: User) -> None:
    turn_on(amaias)
    other = Client()
    other.force_login(User.objects.create_user("unai", password=PASSWORD))
    other.post("/accounts/2fa/totp/deactivate/")
    assert amaia.authenticator_set.filter(type="totp").exists()


def test_a_stranger_is_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get(ACTIVATE)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("bad", ["", "12", "abcdef", "1" * 5000, "\x00"])
def test_a_malformed_code_is_refused(amaias: Client, bad: str) -> None:
    turn_on(amaias)
    assert not finish_sign_in(begin_sign_in(), bad)
