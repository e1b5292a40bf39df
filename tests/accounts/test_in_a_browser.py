"""What only a browser shows: the two themes, the scripts, and what helps people who see badly."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from sumendi_site.accounts.models import User

from .conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = [
    "/learn/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/account/",
    "/account/tokens/",
    "/preferences/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}


@pytest.fixture
def address(live_server: Any) -> str:
    User.objects.create_user("amaia", "amaia@example.org", PASSWORD)
    return str(live_server.url)


def sign_in(page: Page, address: str) -> None:
    page.goto(f"{address}/accounts/login/?next=/preferences/")
    page.get_by_label("Name or e-mail").fill("amaia")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/preferences/")


def tour(page: Page, address: str) -> Iterator[str]:
    """Open all the pages, the private ones after signing in."""
    for path in PAGES:
        if path == "/account/":
            sign_in(page, address)
        page.goto(address + path)
        yield path


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_fit_a_phone(
    address: str, new_page: Callable[..., Page], scheme: str
) -> None:
    page = new_page(width=360, height=740, color_scheme=scheme, bypass_csp=True)
    faults: dict[str, Any] = {}
    for path in tour(page, address):
        violations = [
            fault["id"] for fault in Axe().run(page, options=RULES).response["violations"]
        ]
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            violations.append("wider than the window")
        if violations:
            faults[path] = violations
    assert not faults


@pytest.mark.once
def test_no_page_breaks_its_own_policy(address: str, new_page: Callable[..., Page]) -> None:
    page = new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    assert list(tour(page, address)) == PAGES
    assert not [text for text in refused if "Content Security Policy" in text]


@pytest.mark.once
def test_the_sign_up_proposes_the_time_zone_of_the_browser(
    address: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(timezone_id="Asia/Tokyo")
    page.goto(f"{address}/accounts/signup/?next=/learn/")
    page.get_by_label("Name", exact=True).fill("nora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/learn/")
    assert User.objects.get(username="nora").time_zone == "Asia/Tokyo"


@pytest.mark.once
def test_the_preferences_propose_the_time_zone_of_the_browser(
    address: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(timezone_id="Asia/Tokyo")
    sign_in(page, address)
    page.get_by_role("button", name="Use Asia/Tokyo").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your preferences are saved.").wait_for()
    assert User.objects.get(username="amaia").time_zone == "Asia/Tokyo"
    assert not page.get_by_role("button", name="Use Asia/Tokyo").is_visible()


@pytest.mark.once
def test_a_chosen_theme_shows_at_once(address: str, new_page: Callable[..., Page]) -> None:
    page = new_page(color_scheme="light")
    sign_in(page, address)
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Dark").check()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before


@pytest.mark.once
def test_escape_closes_the_menu_and_returns_the_focus(
    address: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    sign_in(page, address)
    page.locator("details.menu summary").click()
    assert page.get_by_role("button", name="Sign out").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("button", name="Sign out").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


@pytest.mark.once
def test_the_keyboard_can_jump_over_the_bar(address: str, new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(f"{address}/learn/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
