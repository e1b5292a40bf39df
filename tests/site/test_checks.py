"""Wrong settings are explained by the variable that is wrong."""

from collections.abc import Callable

import pytest
from django.core.checks import CheckMessage
from pytest_django import Settings

from sumendi_site import checks


def ids(check: Callable[..., list[CheckMessage]]) -> list[str | None]:
    return [message.id for message in check(None)]


def test_the_settings_of_a_first_start_are_fine() -> None:
    for check in (checks.addresses, checks.sign_up_policy, checks.production):
        assert check(None) == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SITE_URL", "sumendi.example.org", "sumendi.E001"),
        ("SITE_URL", "https://sumendi.example.org/path", "sumendi.E001"),
        ("REDIS_URL", "http://localhost", "sumendi.E002"),
        ("PROBE_URL", "file:///etc/passwd", "sumendi.E008"),
        ("PORT", 70_000, "sumendi.E003"),
    ],
)
def test_a_wrong_address_is_explained(
    settings: Settings, name: str, value: object, expected: str
) -> None:
    setattr(settings, name, value)
    assert ids(checks.addresses) == [expected]


def test_an_unknown_sign_up_policy_is_explained(settings: Settings) -> None:
    settings.SIGNUP_POLICY = "friends"
    [error] = checks.sign_up_policy(None)
    assert error.msg == "SIGNUP_POLICY is 'friends'."
    assert error.hint == "Choose one of: open, closed, invitation."


@pytest.fixture
def public(settings: Settings) -> Settings:
    settings.PRODUCTION, settings.DEMO_ASKED_FOR = True, False
    settings.SECRET_KEY = "k" * 50
    return settings


def test_a_public_site_with_a_key_is_fine(public: Settings) -> None:
    assert ids(checks.production) == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SECRET_KEY", "short", "sumendi.E005"),
        ("SECRET_KEY", "", "sumendi.E005"),
        ("DEMO_ASKED_FOR", True, "sumendi.E006"),
        ("DEBUG", True, "sumendi.E007"),
    ],
)
def test_a_careless_public_site_is_refused(
    public: Settings, name: str, value: object, expected: str
) -> None:
    setattr(public, name, value)
    assert ids(checks.production) == [expected]


def test_a_deployment_without_production_settings_is_warned(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    settings.SERVED_BY_HTTPS = False
    assert ids(checks.deployment) == ["sumendi.W001", "sumendi.W002", "sumendi.W003"]


@pytest.mark.parametrize("key", ["secret", "A" * 20, "!" * 43, "A" * 43])
def test_a_push_key_that_is_none_is_explained(settings: Settings, key: str) -> None:
    settings.VAPID_PRIVATE_KEY = key
    assert ids(checks.push_key) == ["sumendi.E009"]


@pytest.mark.parametrize("key", ["", "A" * 42 + "E"])
def test_a_site_has_a_push_key_or_none(settings: Settings, key: str) -> None:
    settings.VAPID_PRIVATE_KEY = key
    assert ids(checks.push_key) == []


def test_a_deployment_without_demo_players_is_not_warned_of_them(settings: Settings) -> None:
    settings.DEMO = False
    assert "sumendi.W001" not in ids(checks.deployment)
