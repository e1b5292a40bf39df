"""The pages of an account belong to the site: its layout, its words, nothing from elsewhere."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client

from .conftest import PASSWORD

ENTRANCE = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/learn/"]
MANAGE = [
    "/account/",
    "/account/tokens/",
    "/account/tokens/new/",
    "/preferences/",
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
]
ALLAUTH_PAGES = [
    "account/account_inactive.html",
    "account/email.html",
    "account/email_confirm.html",
    "account/login.html",
    "account/logout.html",
    "account/password_change.html",
    "account/password_reset.html",
    "account/password_reset_done.html",
    "account/password_reset_from_key.html",
    "account/password_reset_from_key_done.html",
    "account/password_set.html",
    "account/reauthenticate.html",
    "account/signup.html",
    "account/signup_closed.html",
    "account/verification_sent.html",
    "account/verified_email_required.html",
    "mfa/authenticate.html",
    "mfa/index.html",
    "mfa/reauthenticate.html",
    "mfa/recovery_codes/generate.html",
    "mfa/recovery_codes/index.html",
    "mfa/totp/activate_form.html",
    "mfa/totp/deactivate_form.html",
]


def ancestors(name: str) -> list[str]:
    """The files that a template extends, itself first."""
    found = []
    while True:
        template = get_template(name).template
        found.append(template.origin.name)
        parent = re.search(r'{% extends "([^"]+)"', template.source)
        if parent is None:
            return found
        name = parent[1]


@pytest.mark.parametrize("name", ALLAUTH_PAGES)
def test_every_page_of_allauth_extends_the_base_of_the_site(name: str) -> None:
    assert ancestors(name)[-1] == str(settings.BASE_DIR / "templates" / "base.html")


UNREACHABLE = {"account/password_set.html", "account/verified_email_required.html"}


@pytest.mark.parametrize("name", sorted(set(ALLAUTH_PAGES) - UNREACHABLE))
def test_every_page_of_allauth_that_readers_meet_has_the_words_of_the_site(name: str) -> None:
    assert ancestors(name)[0] == str(settings.BASE_DIR / "templates" / name)


@pytest.fixture(params=ENTRANCE + MANAGE)
def page(request: pytest.FixtureRequest, client: Client, amaias: Client) -> str:
    amaias.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer = (client if request.param in ENTRANCE else amaias).get(request.param)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_page_asks_nothing_of_third_parties(page: str) -> None:
    fetched = re.findall(r'(?:src|srcset|action|<link[^>]*href)="([^"]*)"', page)
    assert fetched
    assert all(url.startswith(("/", "data:image/svg+xml")) for url in fetched)


def test_a_page_has_no_style_or_script_of_its_own(page: str) -> None:
    assert not re.search(r'<style|\sstyle=|\son\w+="|<script(?![^>]*\ssrc=)', page)


def test_a_page_has_a_title_a_heading_and_a_way_past_the_bar(page: str) -> None:
    assert re.search(r"<title>\s*\S", page)
    assert page.count("<h1") == 1
    assert 'href="#content"' in page
    assert 'id="content"' in page


def test_every_field_has_a_label(page: str) -> None:
    ids = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"', page)
    assert all(f'for="{name}"' in page for name in ids)


def test_the_policy_of_the_site_allows_only_its_own_parts(client: Client, db: None) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy


SITE_CSS = Path(settings.BASE_DIR / "sumendi_site/static/css/site.css").read_text()
TOKENS = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", SITE_CSS)
COLOURS = {
    "light": {name: light for name, light, _ in TOKENS},
    "dark": {name: dark for name, _, dark in TOKENS},
}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", COLOURS)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((ink, ground) for ink in ("ink", "muted", "accent") for ground in ("paper", "panel")),
        *((ink, "control") for ink in ("ink", "muted")),
        ("ink", "soft"),
        *(("on-accent", ground) for ground in ("accent-fill", "accent-fill-hover", "pill")),
        *((f"{kind}-ink", f"{kind}-fill") for kind in ("warn", "calm", "good")),
        ("warn-ink", "panel"),
    ],
)
def test_words_can_be_read(theme: str, ink: str, ground: str) -> None:
    assert contrast(COLOURS[theme][ink], COLOURS[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", COLOURS)
@pytest.mark.parametrize(
    ("edge", "ground"),
    [
        *(("control-line", ground) for ground in ("control", "panel")),
        *(("accent", ground) for ground in ("paper", "panel", "control")),
    ],
)
def test_controls_and_focus_can_be_seen(theme: str, edge: str, ground: str) -> None:
    assert contrast(COLOURS[theme][edge], COLOURS[theme][ground]) >= 3
