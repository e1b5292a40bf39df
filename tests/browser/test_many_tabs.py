"""A page that nobody sees holds no connection, and catches up when it is shown again.

A headless browser shows every tab at once, so a script tells the page that it is hidden.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import SeatedGame, seat
from tests.browser.test_game_entry import MOVE, MOVES, expect_move
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

HIDDEN = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s});"
CHANGED = "document.dispatchEvent(new Event('visibilitychange'));"
STREAM = "**/events/**"


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, MOVES)


def hide(page: Page) -> None:
    page.evaluate(HIDDEN % "true" + CHANGED)


def show(page: Page) -> None:
    page.evaluate(HIDDEN % "false" + CHANGED)


def play(page: Page) -> None:
    page.locator("#move").fill(MOVE)
    page.get_by_role("button", name="Play", exact=True).click()
    expect_move(page, MOVE)


def test_eight_tabs_of_one_browser_all_load(game: SeatedGame, new_page: NewPage) -> None:
    page = game.open(new_page, 0)
    for path in [f"/games/{game.number}/", "/dashboard/"] * 4:
        hide(page)
        page = page.context.new_page()
        page.goto(game.site.url + path)
        expect(page.locator("h1")).to_be_attached()


def test_a_game_that_is_shown_again_catches_up(game: SeatedGame, new_page: NewPage) -> None:
    page, opponent = game.open(new_page, 0), game.open(new_page, 1)
    hide(opponent)
    play(page)
    expect_move(opponent, MOVES[-1])
    with opponent.expect_request(STREAM):
        show(opponent)
    expect_move(opponent, MOVE)


def test_a_dashboard_that_is_shown_again_catches_up(game: SeatedGame, new_page: NewPage) -> None:
    page, opponent = game.open(new_page, 0), game.open(new_page, 1)
    opponent.goto(f"{game.site.url}/dashboard/")
    hide(opponent)
    play(page)
    with opponent.expect_request(STREAM):
        show(opponent)
    expect(opponent.locator("a.game-card")).to_have_attribute("href", f"/games/{game.number}/")


def test_a_tab_opened_in_the_background_listens_once_it_is_shown(
    game: SeatedGame, new_page: NewPage
) -> None:
    page = new_page()
    streams: list[str] = []
    page.on("request", lambda request: "/events/" in request.url and streams.append(request.url))
    page.add_init_script(HIDDEN % "true")
    game.sign_in(page, 0)
    page.goto(game.url, wait_until="networkidle")
    assert streams == []
    with page.expect_request(STREAM):
        show(page)
