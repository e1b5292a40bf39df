"""What an open page of a game hears, and what it does when something is in the way."""

import json
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.tables import SeatedGame, seat, tap
from tests.browser.test_game_entry import MOVE, MOVES, expect_move
from tests.conftest import NewPage
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, MOVES)


@pytest.fixture
def page(game: SeatedGame, new_page: NewPage) -> Page:
    return game.open(new_page, 0)


def enter(page: Page) -> None:
    page.locator("#move").fill(MOVE)


def play(page: Page) -> None:
    enter(page)
    page.get_by_role("button", name="Play", exact=True).click()


def test_a_move_shows_at_the_opponent_s_within_a_second(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    opponent = game.open(new_page, 1)
    with opponent.expect_response(re.compile("/events/")):
        opponent.reload()
    with page.expect_response(re.compile("/move/")):
        play(page)
    started = time.monotonic()
    expect_move(opponent, MOVE)
    assert time.monotonic() - started < 1
    expect(opponent.locator("#hint")).to_contain_text("Your move.")


def test_a_page_that_was_away_catches_up(game: SeatedGame, page: Page, new_page: NewPage) -> None:
    opponent = game.open(new_page, 1)
    opponent.context.set_offline(True)
    play(page)
    expect_move(page, MOVE)
    opponent.context.set_offline(False)
    expect_move(opponent, MOVE)


def test_a_move_made_in_another_tab_clears_the_one_being_entered(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    other = game.open(new_page, 0)
    tap(other, "e6", "f7")
    play(page)
    expect(other.locator("#notices")).to_contain_text("The game has gone on")
    expect_move(other, MOVE)
    expect(other.locator("#entry")).to_have_count(0)


def test_a_stale_page_is_told_that_its_move_was_not_made(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    deaf = new_page()
    deaf.route("**/events/**", lambda route: route.abort())
    game.sign_in(deaf, 0)
    deaf.goto(game.url)
    play(page)
    expect_move(page, MOVE)
    deaf.locator("#move").fill("a1")
    deaf.get_by_role("button", name="Play", exact=True).click()
    expect(deaf.locator("#notices")).to_contain_text(
        f"Move 3 (ply 4) has been played already: {MOVE}."
    )
    expect_move(deaf, MOVE)


def test_who_is_signed_out_keeps_the_move(game: SeatedGame, page: Page) -> None:
    enter(page)
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("You are signed out.")
    link = page.locator("#notices").get_by_role("link", name="Sign in")
    assert link.get_attribute("href") == f"/accounts/login/?next=%2Fgames%2F{game.number}%2F"
    game.sign_in(page, 0)
    page.goto(game.url)
    expect(page.locator("#move")).to_have_value(MOVE)
    page.get_by_role("button", name="Play", exact=True).click()
    expect_move(page, MOVE)


def test_a_lost_network_keeps_the_move_and_offers_it_again(page: Page) -> None:
    enter(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator('[data-notice="move"]')).to_contain_text("The site cannot be reached.")
    expect(page.locator("#move")).to_have_value(MOVE)
    page.context.set_offline(False)
    page.get_by_role("button", name="Send it again").click()
    expect_move(page, MOVE)


def lose_once(route: Route) -> None:
    route.fetch()
    route.abort()


def test_a_move_whose_answer_was_lost_is_seen_to_be_made(page: Page) -> None:
    page.route("**/move/", lose_once, times=1)
    play(page)
    expect_move(page, MOVE)
    expect(page.locator("#notices p")).to_have_count(0)


def test_a_move_whose_answer_was_lost_can_be_sent_again(
    game: SeatedGame, new_page: NewPage
) -> None:
    deaf = new_page()
    deaf.route("**/events/**", lambda route: route.abort())
    deaf.route("**/move/", lose_once, times=1)
    game.sign_in(deaf, 0)
    deaf.goto(game.url)
    play(deaf)
    deaf.get_by_role("button", name="Send it again").click()
    expect_move(deaf, MOVE)


def test_a_late_answer_does_not_bring_an_older_table_back(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    late: list[tuple[Route, APIResponse]] = []
    watcher = game.open(new_page, None)
    watcher.route(game.url, lambda route: late.append((route, route.fetch())), times=1)
    with watcher.expect_request(game.url):
        play(page)
    opponent = game.open(new_page, 1)
    opponent.locator("#move").fill("a1")
    opponent.get_by_role("button", name="Play", exact=True).click()
    expect_move(watcher, "a1")
    (route, answer) = late.pop()
    assert "a1</a>" not in answer.text()
    with watcher.expect_event("requestfinished"):
        route.fulfill(response=answer)
    watcher.evaluate("new Promise((resolve) => setTimeout(resolve, 200))")
    expect_move(watcher, "a1")


def test_a_move_is_announced_once_its_table_is_shown(game: SeatedGame, new_page: NewPage) -> None:
    deaf = new_page()
    deaf.route("**/events/**", lambda route: route.abort())
    game.sign_in(deaf, 0)
    deaf.goto(game.url)
    deaf.route(game.url, lambda route: route.abort(), times=1)
    with deaf.expect_event("requestfailed", lambda request: request.url == game.url):
        play(deaf)
    expect(deaf.locator("#announcer")).to_have_text("Your move was played.")
    assert deaf.locator("#moves [aria-current]").inner_text() == MOVE


def test_a_step_is_not_undone_by_a_move_that_is_made_meanwhile(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    watcher = game.open(new_page, None)
    watcher.route(re.compile("ply=0"), lambda route: None, times=1)  # an answer that never comes
    with watcher.expect_request(re.compile("ply=0")):
        watcher.get_by_role("link", name="First position").click()
    with watcher.expect_response(re.compile("ply=0")):
        play(page)
    expect(watcher.locator(".hint")).to_contain_text("Position before the first move.")


def test_a_page_from_before_an_update_says_so_and_keeps_the_move(
    game: SeatedGame, page: Page
) -> None:
    enter(page)
    page.context.clear_cookies(name="csrftoken")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("nothing was lost")
    page.get_by_role("link", name="Reload the page").click()
    expect(page.locator("#move")).to_have_value(MOVE)


def test_a_new_version_of_the_site_asks_for_a_reload(game: SeatedGame, new_page: NewPage) -> None:
    hello = json.dumps({"version": "another", "last": 0})
    page = new_page()
    page.route(
        "**/events/**",
        lambda route: route.fulfill(
            content_type="text/event-stream", body=f"id: 0\nevent: hello\ndata: {hello}\n\n"
        ),
    )
    page.goto(game.url)
    expect(page.locator('[data-notice="version"]')).to_contain_text("The site was updated.")


def test_a_draw_is_offered_and_accepted_live(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    opponent = game.open(new_page, 1)
    page.get_by_text("Resign or offer a draw").click()
    page.get_by_text("Offer draw", exact=True).click()
    page.get_by_role("button", name="Yes, offer a draw").click()
    expect(page.get_by_text("You have offered a draw.")).to_be_visible()
    opponent.get_by_text("Accept the draw").click()
    opponent.get_by_role("button", name="Yes, the game is a draw").click()
    expect(page.locator("#hint")).to_have_text("A draw by agreement.")


def test_a_draw_offer_does_not_disturb_a_move_that_is_being_entered(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    tap(page, "e6", "f7")
    opponent = game.open(new_page, 1)
    opponent.get_by_text("Resign or offer a draw").click()
    opponent.get_by_text("Offer draw", exact=True).click()
    opponent.get_by_role("button", name="Yes, offer a draw").click()
    expect(page.get_by_text("Accept the draw")).to_be_visible()
    expect(page.locator("#move")).to_have_value("e6:e7-f7,…")
    expect(page.locator('[data-lava="f7"]')).to_be_visible()


@pytest.mark.once
def test_plies_are_stepped_through_without_leaving_the_page(game: SeatedGame, page: Page) -> None:
    page.evaluate("window.sameDocument = true")
    page.get_by_role("link", name="First position").click()
    expect(page.locator("#board .volcano circle")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect_move(page, "e5")
    assert page.url == f"{game.url}?ply=1"
    page.get_by_role("link", name="Back to the game").click()
    expect_move(page, "e7")
    assert page.evaluate("window.sameDocument")


def test_who_looks_at_an_earlier_ply_is_left_there_by_a_move(
    game: SeatedGame, page: Page, new_page: NewPage
) -> None:
    watcher = game.open(new_page, None)
    watcher.get_by_role("link", name="First position").click()
    play(page)
    expect(watcher.locator("#moves")).to_contain_text(MOVE)
    expect(watcher.locator(".hint")).to_contain_text("Position before the first move.")


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_passes_an_accessibility_check(
    game: SeatedGame, new_page: NewPage, scheme: str
) -> None:
    page = game.open(new_page, 0, bypass_csp=True, color_scheme=scheme)
    tap(page, "e6", "f7")
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
    report = Axe().run(page, options=rules)
    assert report.violations_count == 0, report.generate_report()
