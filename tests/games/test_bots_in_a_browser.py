"""Registering a bot as people do it, and whether everybody can use its pages."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games import services
from games.models import FaultKind
from games.services.faults import note_fault
from sumendi_site.accounts.models import User
from sumendi_site.accounts.tokens import token_of
from tests.conftest import NewPage
from tests.games.factories import PASSWORD, make_bot, make_game, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}


@pytest.fixture
def address(live_server: Any) -> str:
    make_user("amaia")
    return str(live_server.url)


def sign_in(page: Page, address: str, path: str, name: str = "amaia") -> None:
    page.goto(f"{address}/accounts/login/?next={path}")
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{path}")


def give_password(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def test_a_bot_is_registered_gets_a_token_that_is_shown_once_and_loses_it(
    address: str, new_page: NewPage
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    sign_in(page, address, "/bots/")
    page.get_by_role("link", name="Register a bot").click()
    page.get_by_label("Name").fill("basalt")
    page.get_by_role("button", name="Register it").click()
    page.get_by_role("link", name="Make a token").click()
    give_password(page)
    page.get_by_label("Name", exact=True).fill("my laptop")
    page.get_by_role("button", name="Make the token").click()
    text = page.get_by_label("The token").input_value()
    page.wait_for_load_state()  # the button's script is there then
    page.get_by_role("button", name="Copy the token").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert token_of(text).user.username == "basalt"

    page.get_by_role("link", name="Back to basalt").click()
    row = page.get_by_role("row", name=re.compile("my laptop"))
    assert text not in page.content()
    row.locator("summary").click()
    row.get_by_role("button", name="Yes, revoke it").click()
    expect(page.get_by_text("The token is revoked")).to_be_visible()
    assert token_of(text) is None


PAGES = [
    "/bots/",
    "/bots/new/",
    "/bots/write/",
    "/players/basalt/",
    "/players/basalt/settings/",
    "/account/tokens/",
]
GUARDED = ["/players/basalt/tokens/new/", "/account/tokens/new/"]


TABLES_CUT_OFF = """[...document.querySelectorAll(".table-scroll")]
    .filter((panel) => panel.checkVisibility({contentVisibilityAuto: true}))
    .filter((panel) => panel.scrollWidth > panel.clientWidth).length"""


def faults_of(page: Page) -> list[str]:
    faults = [fault["id"] for fault in Axe().run(page, options=RULES).response["violations"]]
    if page.evaluate("document.documentElement.scrollWidth") > 360:
        faults.append("wider than the window")
    if page.evaluate(TABLES_CUT_OFF):
        faults.append("a table wider than its panel")
    return faults


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_bots_and_tokens_are_for_everybody_and_fit_a_phone(
    address: str, new_page: NewPage, scheme: str
) -> None:
    amaia = User.objects.get(username="amaia")
    basalt = make_bot(amaia, about="Thinks slowly.")
    services.make_bot_token(amaia, "basalt", "my laptop", 30)
    game = make_game(basalt, make_user("unai"))
    note_fault(basalt, game.pk, FaultKind.ILLEGAL, f"Ply 1, “a9”: {'no such cell, ' * 15}")
    page = new_page(width=360, height=740, color_scheme=scheme, bypass_csp=True)
    sign_in(page, address, "/bots/")
    found = {}
    for path in PAGES:
        page.goto(address + path)
        found[path] = faults_of(page)
    page.goto(address + GUARDED[0])
    give_password(page)
    for path in GUARDED:
        page.goto(address + path)
        found[path] = faults_of(page)
        page.get_by_label("Name", exact=True).fill("my laptop")
        page.get_by_role("button", name="Make the token").click()
        page.get_by_label("The token").wait_for()
        found[f"made on {path}"] = faults_of(page)
    assert not {path: faults for path, faults in found.items() if faults}
