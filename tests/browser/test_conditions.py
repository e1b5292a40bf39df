"""Conditional moves: prepared on a board that plays nothing, and played while one looks on."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.tables import SeatedGame, seat, tap
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]

BEGUN = ["e5", "keep"]
"""After it the second player is White and to move."""


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, BEGUN)


@pytest.fixture
def page(game: SeatedGame, new_page: NewPage) -> Page:
    """The first player's conditional moves, on a phone."""
    page = new_page(width=360, height=740, touch=True, color_scheme="dark")
    game.sign_in(page, 0)
    page.goto(f"{game.url}conditions/")
    return page


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#prepared")).to_contain_text("Saved:")


def ply(page: Page, text: str) -> object:
    return page.locator("#variations .ply", has_text=text)


def play(opponent: Page, move: str) -> None:
    opponent.locator("#move").fill(move)
    opponent.get_by_role("button", name="Play", exact=True).click()


def expect_moves(opponent: Page, count: int) -> None:
    expect(opponent.locator("#moves a")).to_have_count(count)


def test_a_reply_is_played_while_its_author_goes_on_editing(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    tap(page, "a1", "i9")
    save(page)
    page.locator("#step-first").click()
    tap(page, "a5")
    opponent = game.open(new_page, 1)
    play(opponent, "a1")
    expect_moves(opponent, 4)
    expect(opponent.locator("#moves .by-condition")).to_have_count(1)
    expect(page.locator("#notices")).to_contain_text("Played meanwhile: a1, i9.")
    expect(ply(page, "a5")).to_contain_class("line-dead")
    expect(ply(page, "a5")).to_have_attribute("aria-current", "true")
    tap(page, "i5")
    expect(page.locator("#hint")).to_contain_text("The game went otherwise")
    assert not Axe().run(page).response["violations"]


def test_a_line_of_two_replies_is_played_and_the_opponent_may_leave_it(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    tap(page, "a1", "i9", "a5", "i5", "e1", "e9")
    page.locator("#step-back").click()
    tap(page, "c3")
    expect(page.locator("#hint")).to_contain_text("You have prepared e9 here already")
    save(page)
    opponent = game.open(new_page, 1)
    play(opponent, "a1")
    expect_moves(opponent, 4)
    play(opponent, "a5")
    expect_moves(opponent, 6)
    play(opponent, "e3")
    expect_moves(opponent, 7)
    expect(page.locator("#game-status")).to_contain_text("It is your turn")
    expect(page.locator("#prepared")).to_have_text("Saved: 0 lines can be played.")
    expect(ply(page, "e9")).to_contain_class("line-dead")
    page.reload()
    page.get_by_role("button", name="Remove what cannot come any more").click()
    expect(page.locator("#variations .ply")).to_have_count(0)
