"""Two players beside the board: table talk, notes, a block, a rematch, and the next game."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.tables import SeatedGame, seat
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

MOVES = ["e5", "keep"]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, MOVES)


@pytest.fixture
def pages(game: SeatedGame, new_page: NewPage) -> tuple[Page, Page]:
    """The first and the second player at the board, both hearing what happens."""
    opened = game.open(new_page, 0), game.open(new_page, 1)
    for page in opened:
        with page.expect_response(re.compile("/events/")):
            page.reload()
    return opened


def say(page: Page, text: str) -> None:
    page.locator("#chat-text").fill(text)
    page.locator("#chat-text").press("Enter")


def resign(page: Page) -> None:
    page.get_by_text("Resign or").click()
    page.locator("summary", has_text=re.compile("^Resign$")).click()
    page.get_by_role("button", name="Yes, resign").click()


def test_a_message_appears_at_both_players_and_at_nobody_else(
    game: SeatedGame, pages: tuple[Page, Page], new_page: NewPage
) -> None:
    first, second = pages
    spectator = game.open(new_page, None)
    say(first, "Kaixo <b>Unai</b>!")
    for page in pages:
        expect(page.locator("#chat-lines")).to_contain_text("Kaixo <b>Unai</b>!")
    expect(first.locator("#chat-text")).to_have_value("")
    say(second, "Egun on")
    expect(first.locator("#chat-lines li").last).to_contain_text("Egun on")
    expect(spectator.locator("#chat-lines")).to_have_count(0)


def test_what_is_being_typed_outlives_a_move_of_the_opponent(pages: tuple[Page, Page]) -> None:
    first, second = pages
    first.locator("#chat-text").fill("I think that")
    first.locator("#note-text").fill("Next: d4")
    second.locator("#move").fill("a1")
    second.get_by_role("button", name="Play", exact=True).click()
    expect(first.locator("#moves")).to_contain_text("a1")
    expect(first.locator("#chat-text")).to_have_value("I think that")
    expect(first.locator("#note-text")).to_have_value("Next: d4")


def test_a_note_is_kept_without_pressing_anything(pages: tuple[Page, Page]) -> None:
    first, second = pages
    first.locator("#note-text").fill("Watch the corner")
    expect(first.locator("#note-state")).to_contain_text("Saved.")
    first.reload()
    expect(first.locator("#note-text")).to_have_value("Watch the corner")
    second.reload()
    expect(second.locator("#note-text")).to_have_value("")


def test_the_last_words_of_a_note_are_kept_when_the_page_is_left_at_once(
    game: SeatedGame, pages: tuple[Page, Page]
) -> None:
    first, _ = pages
    first.locator("#note-text").fill("In a hurry")
    first.goto(f"{game.site.url}/learn/")

    def is_kept() -> bool:
        first.goto(game.url)
        return first.locator("#note-text").input_value() == "In a hurry"

    game.site.until(is_kept)


def test_a_block_hides_what_was_written_and_stops_more(
    game: SeatedGame, pages: tuple[Page, Page]
) -> None:
    first, second = pages
    say(second, "You play like a stone")
    expect(first.locator("#chat-lines")).to_contain_text("like a stone")
    first.goto(f"{game.site.url}/players/{game.names[1]}/")
    first.get_by_text(f"Block {game.names[1]}").first.click()
    first.get_by_role("button", name="Yes, block").click()
    expect(first.get_by_text("You have blocked").first).to_be_visible()
    first.goto(game.url)
    expect(first.locator("#chat-lines")).to_contain_text("Nothing has been said yet.")
    say(second, "Still there?")
    expect(second.locator("#chat-problem")).to_contain_text("has blocked you")
    expect(second.locator("#chat-text")).to_have_value("Still there?")
    first.goto(f"{game.site.url}/account/blocks/")
    first.get_by_role("button", name="Undo").click()
    expect(first.get_by_text("You block nobody.")).to_be_visible()


def test_when_both_offer_a_rematch_they_are_in_it(pages: tuple[Page, Page]) -> None:
    first, second = pages
    resign(first)
    second.get_by_role("button", name="Offer a rematch").click()
    first.get_by_role("button", name="Accept the rematch").click()
    first.wait_for_url("**/games/*/")
    second.get_by_role("link", name="Go to the rematch").click()
    expect(second.locator("#hint")).to_contain_text("Your move.")


def test_a_skip_leads_to_the_other_game_and_back(site: Site, new_page: NewPage) -> None:
    game = seat(site, [], another=True)
    page = game.open(new_page, 0)
    page.get_by_role("button", name="Skip").click()
    expect(page).not_to_have_url(game.url)
    page.get_by_role("button", name="Skip").click()
    expect(page).to_have_url(game.url)


def test_without_scripts_a_move_is_confirmed_and_one_can_write(
    site: Site, new_page: NewPage
) -> None:
    game = seat(site, MOVES, confirm_step=True)
    page = game.open(new_page, 1, java_script_enabled=False)
    page.locator("#chat-text").fill("No scripts here")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat-lines")).to_contain_text("No scripts here")
    page.locator("#move").fill("a1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Send it").click()
    expect(page.locator("#moves")).to_contain_text("a1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_game_with_talk_is_accessible_and_fits(
    game: SeatedGame, new_page: NewPage, scheme: str, width: int
) -> None:
    page = game.open(new_page, 0, width=width, color_scheme=scheme, bypass_csp=True)
    say(page, "x" * 400)
    expect(page.locator("#chat-lines p")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    faults = Axe().run(page, options=RULES).response["violations"]
    assert faults == []
