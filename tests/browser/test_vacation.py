"""A player goes on vacation and comes back; the opponent sees it at the open game."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.tables import seat

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.once]

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
SAVE = """
from games.models import VacationBudget
from sumendi_site.accounts.models import User
player = User.objects.get(username={name!r})
VacationBudget.objects.update_or_create(player=player, defaults={{"seconds": 10 * 86_400}})
"""


@pytest.fixture
def away(site, new_page):
    """The pages of both players of a game; the first is to move, and takes three days."""
    game = seat(site, [])
    site.shell(SAVE.format(name=game.names[0]))
    theirs = game.open(new_page, 1)
    mine = new_page(width=360, height=740, touch=True)
    game.sign_in(mine, 0)
    mine.goto(f"{site.url}/vacation/")
    mine.get_by_label("Days").fill("3")
    mine.get_by_role("button", name="Take the vacation").click()
    mine.get_by_text("You are on vacation until").wait_for()
    return mine, theirs


def test_the_opponents_open_page_shows_the_vacation_and_its_end(away):
    mine, theirs = away
    note = theirs.locator(".player", has_text="on vacation until")
    note.wait_for()
    mine.get_by_role("button", name="Come back now").click()
    mine.get_by_text("9 days and 23 hours").wait_for()
    note.wait_for(state="detached")


def test_the_log_of_the_game_tells_of_it(away):
    _, theirs = away
    theirs.locator("summary", has_text="Log").click()
    theirs.get_by_text("is on vacation until").wait_for()


def test_the_page_fits_a_phone_and_has_no_accessibility_errors(away):
    mine, _ = away
    assert mine.evaluate("document.documentElement.scrollWidth") <= 360
    faults = Axe().run(mine, options=RULES).response["violations"]
    assert [fault["id"] for fault in faults] == []


def test_the_opponents_dashboard_fits_a_phone_with_the_clock_in_sight(away):
    _, theirs = away
    theirs.set_viewport_size({"width": 360, "height": 740})
    theirs.goto(theirs.url.split("/games/")[0] + "/dashboard/")
    assert theirs.evaluate("document.documentElement.scrollWidth") <= 360
    expect(theirs.locator(".game-rows .clock")).to_be_in_viewport(ratio=1)
