"""The analysis of a finished game, in a real browser."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
COMPILED = 150_000
"""Milliseconds by which a search that was never compiled on this machine has answered."""
_CODE = """
import json
from django.test import Client
from games.models import Game
from sumendi_site.accounts.models import User
from tests.games.factories import make_user

demo = Game.objects.filter(status="finished", termination="score", size=5, analysis=None)
client = Client()
client.force_login(make_user("reads-analyses"))
print(json.dumps([demo.order_by("ply_count", "pk").first().pk, client.cookies["sessionid"].value]))
"""


@pytest.fixture
def demo_game(site: Site, new_page: NewPage) -> Page:
    """A finished game of the demo, read by somebody who did not play it."""
    number, session = json.loads(site.shell(_CODE))
    page = new_page(width=360, height=740)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"{site.url}/games/{number}/")
    return page


def test_a_demo_game_is_analysed_while_its_page_is_open(demo_game: Page) -> None:
    page = demo_game
    page.get_by_role("button", name="Analyse this game").click()
    graph = page.get_by_role("img", name=re.compile("winning chance after each move"))
    expect(graph).to_be_visible(timeout=COMPILED)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert Axe().run(page, options=RULES).violations_count == 0
    graph.click()
    expect(page).to_have_url(re.compile(r"\?ply=\d+$"))
    page.get_by_text("All figures").first.click()
    page.locator("#figures a[data-ply]").first.click()
    expect(page).to_have_url(re.compile(r"\?ply=3$"))
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#figures")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("#swings a:not([data-ply])").first.click()
    expect(page.locator("#search-line")).to_contain_text(re.compile(r"gone on so, 1 of \d"))
    expect(page.locator("#variations .variation [aria-current]")).to_be_visible()
