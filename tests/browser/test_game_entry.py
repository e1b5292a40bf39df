"""Entering a move, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import SeatedGame, seat, tap
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

# Black, the first player, is to make ply 4. A volcano on e6 makes e5 (black) and e7 (white) spill;
# both reach g7; e4 is for e5 alone and f7 for e7 alone.
MOVES = ["e5", "keep", "e7"]
MOVE = "e6:e5-e4,e7-f7"


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, MOVES)


@pytest.fixture
def page(game: SeatedGame, new_page: NewPage) -> Page:
    return game.open(new_page, 0)


def expect_move(page: Page, text: str) -> None:
    expect(page.locator("#moves [aria-current]")).to_have_text(text)


def test_a_move_with_two_spills_is_entered_by_taps(page: Page) -> None:
    play = page.get_by_role("button", name="Play", exact=True)
    tap(page, "e6")
    expect(page.locator('[data-ghost="e6"]')).to_have_text("4")
    expect(page.locator("#hint")).to_have_text(
        "Choose where each marked volcano spills: 0 of 2 done"
    )
    expect(page.locator(".owes")).to_have_count(2)
    tap(page, "f7")
    expect(page.locator("#hint")).to_contain_text("1 of 2 done")
    expect(play).to_be_disabled()
    tap(page, "e4")
    expect(page.locator("#move")).to_have_value(MOVE)
    play.click()
    expect_move(page, MOVE)
    expect(page.locator("#hint")).to_contain_text("(White) is to move.")


def test_the_same_by_touch_on_a_small_phone(game: SeatedGame, new_page: NewPage) -> None:
    page = game.open(new_page, 0, width=360, height=740, touch=True)
    assert page.evaluate("scrollY") == 0
    tap(page, "e6", "f7", "e4")
    page.get_by_role("button", name="Play", exact=True).tap()
    expect_move(page, MOVE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_target_of_two_volcanoes_waits_for_the_next_tap(page: Page) -> None:
    tap(page, "e6", "g7")
    expect(page.locator("#hint")).to_have_text(
        "e5 and e7 can both reach g7: tap the one that spills there."
    )
    tap(page, "e7")
    expect(page.locator("#chips")).to_contain_text("e7 → g7")


def test_a_chip_takes_one_spill_back(page: Page) -> None:
    tap(page, "e6", "f7", "e4")
    page.get_by_role("button", name="Take back the spill from e5 to e4").click()
    expect(page.locator("#move")).to_have_value("e6:e7-f7,…")


def test_a_tap_where_no_volcano_can_stand_says_why(page: Page) -> None:
    tap(page, "e5")
    expect(page.locator("#hint")).to_have_text("e5 is taken: it holds a black volcano.")


@pytest.mark.parametrize("way", ["Escape", "Cancel"])
def test_a_move_can_be_cleared(page: Page, way: str) -> None:
    tap(page, "e6", "f7")
    if way == "Cancel":
        page.get_by_role("button", name="Cancel").click()
    else:
        page.keyboard.press("Escape")
    expect(page.locator("#move")).to_have_value("")
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_move_is_entered_with_the_keyboard_alone(page: Page) -> None:
    page.locator("#board").focus()
    keys = "Right Right Enter Right Right Enter Backspace Left Left Up Enter Down Left Left Enter"
    for key in keys.split():
        name = f"Arrow{key}" if key in ("Up", "Down", "Left", "Right") else key
        page.keyboard.press(name)
    expect(page.locator("#move")).to_have_value(MOVE)
    page.locator("#move").press("Enter")
    expect_move(page, MOVE)


def test_the_cursor_says_where_it_stands(page: Page) -> None:
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announcer")).to_have_text("e5, black volcano of height 6")


def test_a_typed_move_shows_on_the_board_and_is_played(page: Page) -> None:
    page.locator("#move").press_sequentially("E6:e7-f7,e5-e4")
    expect(page.locator('[data-lava="f7"]')).to_be_visible()
    page.locator("#move").press("Enter")
    expect_move(page, MOVE)


def test_a_typed_move_that_cannot_be_is_told_why(page: Page) -> None:
    page.locator("#move").fill("e6:e5-a2")
    expect(page.locator("#hint")).to_have_text("e5 cannot spill on a2.")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()


def test_a_double_click_on_play_makes_one_move(game: SeatedGame, page: Page) -> None:
    posts: list[str] = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    tap(page, "e6", "f7", "e4")
    page.get_by_role("button", name="Play", exact=True).dblclick()
    expect_move(page, MOVE)
    assert posts == [f"{game.url}move/"]


def test_play_is_not_where_the_next_page_s_buttons_are(site: Site, new_page: NewPage) -> None:
    page = seat(site, MOVES, another=True).open(new_page, 0)
    expect(page.get_by_text("2 games wait for you")).to_be_visible()
    tap(page, "e6", "f7", "e4")
    play = page.get_by_role("button", name="Play", exact=True)
    box = play.bounding_box()
    assert box
    play.click()
    expect(page.get_by_role("link", name="Next game")).to_be_visible()
    expect(page.get_by_text("1 game waits for you")).to_be_visible()
    hit = "([x, y]) => document.elementFromPoint(x, y)?.closest('a, button, summary, input')"
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate(hit, middle) is None


def test_who_wants_to_be_asked_is_asked_once_more(site: Site, new_page: NewPage) -> None:
    page = seat(site, MOVES, confirm_step=True).open(new_page, 0)
    tap(page, "e6", "f7", "e4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#confirm")).to_contain_text(f"Send {MOVE}?")
    expect(page.locator("#moves [aria-current]")).to_have_text("e7")
    page.get_by_role("button", name="Send it").click()
    expect_move(page, MOVE)


def test_the_second_player_takes_a_side(site: Site, new_page: NewPage) -> None:
    page = seat(site, ["e5"]).open(new_page, 1)
    page.get_by_role("button", name=re.compile("Swap: take Black")).click()
    expect_move(page, "swap")


def test_a_move_can_be_typed_without_any_script(game: SeatedGame, new_page: NewPage) -> None:
    page = game.open(new_page, 0, java_script_enabled=False)
    page.locator("#move").fill("e6")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("e5 and e7 must spill too, next to e6.")
    page.locator("#move").fill(MOVE)
    page.get_by_role("button", name="Play", exact=True).click()
    expect_move(page, MOVE)
