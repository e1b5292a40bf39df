"""System checks: wrong settings, explained in the words of the environment's variables."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.checks import Warning as Advice
from django.core.exceptions import ImproperlyConfigured

from sumendi_site.accounts.policy import SignupPolicy
from sumendi_site.notices.channels.push.encryption import private_key

BROKER_SCHEMES = ("redis", "rediss", "unix")
SHORTEST_KEY = 50


@register
def addresses(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    return list(_addresses())


def _addresses() -> Iterator[CheckMessage]:
    site = urlsplit(settings.SITE_URL)
    if site.scheme not in ("http", "https") or not site.hostname or site.path:
        yield Error(
            f"SITE_URL is {settings.SITE_URL!r}, which is not the address of a site.",
            hint="Write it like https://sumendi.example.org, with no path.",
            id="sumendi.E001",
        )
    if urlsplit(settings.PROBE_URL).scheme not in ("http", "https"):
        yield Error(
            f"PROBE_URL is {settings.PROBE_URL!r}, which is not the address of a page.",
            hint="Write it like http://127.0.0.1:8000/healthz, or leave it unset.",
            id="sumendi.E008",
        )
    if urlsplit(settings.REDIS_URL).scheme not in BROKER_SCHEMES:
        yield Error(
            "REDIS_URL must begin with redis://, rediss:// or unix://.",
            hint="Leave it unset for the broker that comes with the site.",
            id="sumendi.E002",
        )
    if not 0 <= settings.PORT <= 65535:
        yield Error(f"PORT is {settings.PORT}, which is not a port.", id="sumendi.E003")


@register
def sign_up_policy(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    if settings.SIGNUP_POLICY in list(SignupPolicy):
        return []
    known = ", ".join(SignupPolicy)
    return [
        Error(
            f"SIGNUP_POLICY is {settings.SIGNUP_POLICY!r}.",
            hint=f"Choose one of: {known}.",
            id="sumendi.E004",
        )
    ]


@register
def push_key(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    try:
        if settings.VAPID_PRIVATE_KEY:
            private_key(settings.VAPID_PRIVATE_KEY)
    except ValueError:
        hint = 'Make one: python -c "import secrets; print(secrets.token_urlsafe(32))"'
        return [Error("VAPID_PRIVATE_KEY is no key.", hint=hint, id="sumendi.E009")]
    return []


@register
def production(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    return list(_production()) if settings.PRODUCTION else []


def _production() -> Iterator[CheckMessage]:
    if len(_secret_key()) < SHORTEST_KEY:
        yield Error(
            f"SECRET_KEY is missing or shorter than {SHORTEST_KEY} characters.",
            hint='Make one: python -c "import secrets; print(secrets.token_urlsafe(50))"',
            id="sumendi.E005",
        )
    if settings.DEMO_ASKED_FOR:
        yield Error(
            "SUMENDI_DEMO asks for demo players with known passwords on a production site.",
            hint="Unset SUMENDI_DEMO or SUMENDI_PRODUCTION.",
            id="sumendi.E006",
        )
    if settings.DEBUG:
        yield Error("DEBUG is on on a production site.", hint="Unset DEBUG.", id="sumendi.E007")


@register(deploy=True)
def deployment(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    return list(_deployment())


def _deployment() -> Iterator[CheckMessage]:
    if settings.DEMO:
        yield Advice(
            "This is not a production site: demo players may be made on a first start.",
            hint="Set SUMENDI_PRODUCTION=1, or SUMENDI_DEMO=0.",
            id="sumendi.W001",
        )
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield Advice(
            "The database is SQLite, which serves one machine and one writer at a time.",
            hint="Name a PostgreSQL with DATABASE_URL when the site grows.",
            id="sumendi.W002",
        )
    if not settings.SERVED_BY_HTTPS:
        yield Advice(
            "SITE_URL does not begin with https://, so passwords travel unprotected.",
            id="sumendi.W003",
        )


def _secret_key() -> str:
    try:
        return str(settings.SECRET_KEY)
    except ImproperlyConfigured:
        return ""
