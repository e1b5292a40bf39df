"""The explore board, in a real browser."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.tables import SeatedGame, seat, tap
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

# Black, the first player, is to make ply 4. A volcano on e6 makes e5 and e7 spill.
MOVES = ["e5", "keep", "e7"]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, MOVES)


def explore(page: Page) -> Page:
    page.get_by_label("Step through the game").get_by_role("link", name="Explore").click()
    expect(page.locator("#hint")).to_have_text("Black to move.")
    return page


def expect_variations(page: Page, text: str) -> None:
    """What the list says; each variation is set in on a line of its own."""
    expect(page.locator("#variations")).to_have_text(re.compile(rf"^\s*{re.escape(text)}\s*$"))


def expect_saved(page: Page) -> None:
    expect(page.locator("#saved")).to_contain_text(re.compile("^Saved."))


def test_variations_and_comments_survive_a_move_of_the_game_and_a_reload(
    game: SeatedGame, new_page: NewPage
) -> None:
    page = explore(game.open(new_page, 1))
    tap(page, "e6", "f7", "e4")
    expect_variations(page, "1. e5 keep 2. e7 3. e6:e5-e4,e7-f7")
    expect(page.locator("#standing tbody")).to_contain_text("1 + 1 = 2")
    page.keyboard.press("ArrowLeft")
    tap(page, "a1")
    page.get_by_label("Comment on this move").fill("Far away.")
    both = "1. e5 keep 2. e7 3. e6:e5-e4,e7-f7 3. a1 Far away."
    expect_variations(page, both)
    expect_saved(page)
    live = game.open(new_page, 0)
    expect(live.locator("#moves [aria-current]")).to_have_text("e7")
    live.locator("#move").fill("c3")
    live.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("The game has gone on")
    expect(page.locator("#variations [aria-current]")).to_have_text("3. a1")
    page.reload()
    expect_variations(page, "1. e5 keep 2. e7 3. c3 3. e6:e5-e4,e7-f7 3. a1 Far away.")
    page.get_by_role("button", name="Delete from here").click()
    expect_variations(page, "1. e5 keep 2. e7 3. c3 3. e6:e5-e4,e7-f7")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Make it main").click()
    expect_variations(page, "1. e5 keep 2. e7 3. c3 3. a1 Far away. 3. e6:e5-e4,e7-f7")
    expect(live.locator("#moves [aria-current]")).to_have_text("c3")


def test_what_two_tabs_have_saved_is_kept_in_both(game: SeatedGame, new_page: NewPage) -> None:
    one = explore(game.open(new_page, 0))
    other = explore(game.open(new_page, 0))
    tap(one, "a1")
    expect_saved(one)
    tap(other, "i9")
    expect(other.locator("#notices")).to_contain_text("Both are kept here.")
    expect_variations(other, "1. e5 keep 2. e7 3. i9 3. a1")
    expect_saved(other)
    for tab in (one, other):
        expect(tab.get_by_text("Delete all", exact=True)).to_be_visible()
    one.reload()
    expect_variations(one, "1. e5 keep 2. e7 3. i9 3. a1")


def test_it_is_used_by_keyboard_on_a_small_dark_screen(game: SeatedGame, new_page: NewPage) -> None:
    page = explore(
        game.open(new_page, None, width=360, height=740, color_scheme="dark", bypass_csp=True)
    )
    page.locator("#board").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#announcer")).to_have_text("e5, black volcano of height 6")
    page.locator("#move").fill("e6:e5-e4,e7-f7")
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_have_text("move 3, Black: e6:e5-e4,e7-f7. White to move.")
    page.get_by_label("Comment on this move").fill("Two spills.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    faults = Axe().run(page, options=RULES).response["violations"]
    assert [fault["id"] for fault in faults] == []
