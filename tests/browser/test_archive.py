"""The archive in a browser: stepping on by a tap on the board, and from the explore board."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
ARCHIVE = """
from games.services import archive
from ratings import services as ratings
while ratings.follow() or archive.follow():
    pass
"""


def test_a_tap_on_a_cell_steps_on_and_the_games_are_below(site, new_page):
    site.shell(ARCHIVE)  # the worker does so, too, within the minute
    page = new_page(width=360, height=740, touch=True, color_scheme="dark")
    page.goto(f"{site.url}/archive/")
    move = page.locator(".continuations a").first
    move_text = move.inner_text()
    cell = move.get_attribute("data-cells").split()[-1]
    page.locator(f"#board [data-cell={cell}]").tap()
    expect(page.locator(".crumbs a[aria-current]")).to_have_text(move_text)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    faults = Axe().run(page, options=RULES).response["violations"]
    assert [fault["id"] for fault in faults] == []
    page.locator("td[data-label=Game] a").first.click()
    page.wait_for_url(re.compile(r"/games/\d+/\?ply=1$"))
    page.get_by_label("Step through the game").get_by_role("link", name="Explore").click()
    page.get_by_role("link", name="Games with this position").click()
    expect(page.locator(".crumbs a[aria-current]")).to_have_text("Position")
    expect(page.locator("#games + .panel tbody tr")).not_to_have_count(0)
