"""Taking a move back, seen by both players."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.tables import seat
from tests.conftest import NewPage
from tests.games.factories import some_moves
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]


def test_a_move_is_taken_back_by_consent_and_both_see_it(site: Site, new_page: NewPage) -> None:
    game = seat(site, some_moves(3))
    first, second = game.open(new_page, 0), game.open(new_page, 1)
    for page in (first, second):
        with page.expect_response(re.compile("/events/")):
            page.reload()
    second.get_by_text("Take a move back…").click()
    second.get_by_role("button", name="Ask for it").click()
    expect(second.get_by_text("You have asked to take back move 2")).to_be_visible()
    first.locator("summary", has_text=re.compile("^Agree$")).click()
    first.get_by_role("button", name="Yes, take it back").click()
    for page in (first, second):
        expect(page.locator("#taken-back")).to_contain_text("Move 2")
        expect(page.locator('#moves [data-ply="3"]')).to_have_count(0)
    second.locator("#move").fill(some_moves(3)[2])
    second.get_by_role("button", name="Play", exact=True).click()
    expect(first.locator('#moves [data-ply="3"]')).to_have_count(1)
