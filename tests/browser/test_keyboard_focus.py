"""Where the keyboard stands after the table of a game was replaced."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import SeatedGame, seat, tap
from tests.browser.test_game_entry import MOVE, MOVES, expect_move
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

ANSWER = "a1"


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, MOVES)


@pytest.fixture
def page(game: SeatedGame, new_page: NewPage) -> Page:
    return game.open(new_page, 0)


def play(page: Page, move: str) -> None:
    page.locator("#move").fill(move)
    page.locator("#move").press("Enter")
    expect_move(page, move)


def test_after_the_own_move_the_hint_has_the_focus(page: Page) -> None:
    play(page, MOVE)
    expect(page.locator("#hint")).to_be_focused()


def test_when_the_turn_comes_back_the_board_has_the_focus(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    opponent = game.open(new_page, 1)
    play(page, MOVE)
    expect_move(opponent, MOVE)
    play(opponent, ANSWER)
    expect_move(page, ANSWER)
    expect(page.locator("#board")).to_be_focused()


def test_a_field_that_is_being_typed_in_keeps_the_focus(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    page.locator("#move").press_sequentially("e6")
    opponent = game.open(new_page, 1)
    opponent.get_by_text("Resign or offer a draw").click()
    opponent.get_by_text("Offer draw", exact=True).click()
    opponent.get_by_role("button", name="Yes, offer a draw").click()
    expect(page.get_by_text("Accept the draw")).to_be_visible()
    expect(page.locator("#move")).to_be_focused()


def test_focus_outside_the_table_stays_there(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    opponent = game.open(new_page, 1)
    opponent.get_by_role("link", name="Learn").first.focus()
    play(page, MOVE)
    expect_move(opponent, MOVE)
    expect(opponent.get_by_role("link", name="Learn").first).to_be_focused()


def test_the_steps_keep_the_focus_until_there_is_no_further_one(page: Page) -> None:
    back = page.get_by_role("link", name="One ply back")
    back.focus()
    for ply in ("the choice of side: keep", "move 1, Black: e5"):
        page.keyboard.press("Enter")
        expect(page.locator("#hint")).to_contain_text(f"Position after {ply}.")
        expect(back).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_focused()


def test_a_move_chosen_from_the_list_keeps_the_focus(page: Page) -> None:
    page.locator('#moves [data-ply="1"]').press("Enter")
    expect_move(page, "e5")
    expect(page.locator('#moves [data-ply="1"]')).to_be_focused()


def test_a_mouse_leaves_no_ring_around_the_hint(page: Page) -> None:
    tap(page, "e6", "f7", "e4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect_move(page, MOVE)
    expect(page.locator("#hint")).to_be_focused()
    assert page.locator("#hint").evaluate("hint => hint.matches(':focus-visible')") is False
