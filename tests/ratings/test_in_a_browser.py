"""Ratings on the running site: rated at once by the worker, seen by those who look on."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import SeatedGame, seat
from tests.conftest import NewPage
from tests.games.factories import some_moves
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]


DEMO_RESULTS = 198
"""The ledger is kept while the site already answers."""


@pytest.fixture
def game(site: Site) -> SeatedGame:
    return seat(site, some_moves(7), rated=True)


def panel(page: Page) -> Locator:
    return page.locator("section", has=page.get_by_role("heading", name="Rating", exact=True))


def test_a_finish_is_rated_before_the_eyes_of_the_opponent(
    game: SeatedGame, new_page: NewPage, site: Site
) -> None:
    opponent = game.open(new_page, 1)
    expect(panel(opponent)).to_have_count(0)
    site.shell(
        "from games import services\nfrom games.models import Game\n"
        f"game = Game.objects.get(pk={game.number})\nservices.resign(game.pk, game.first)"
    )
    expect(panel(opponent)).to_contain_text("+20.0")


@pytest.mark.parametrize(
    "path",
    [
        "/ratings/",
        "/ratings/statistics/",
        "/players/amaia/ratings/",
        "/ratings/calculator/?player=amaia&opponent=1700",
    ],
)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_of_ratings_are_accessible_and_fit_a_phone(
    site: Site, new_page: NewPage, path: str, colours: str
) -> None:
    page = new_page(width=360, height=740, color_scheme=colours)
    page.goto(site.url + path)
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_calculator_tells_what_a_win_would_bring(site: Site, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{site.url}/ratings/calculator/")
    page.get_by_label("Player", exact=True).fill("amaia")
    page.get_by_label("Opponent, a name or a rating").fill("2600")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("row", name="Win")).to_contain_text("+36.4")


def test_the_picture_of_a_rating_says_in_words_what_it_shows(site: Site, new_page: NewPage) -> None:
    look = "from ratings.models import Cursor; print(Cursor.objects.get().last)"
    site.until(lambda: int(site.shell(look)) >= DEMO_RESULTS)
    page = new_page()
    page.goto(f"{site.url}/players/amaia/ratings/")
    expect(page.get_by_role("img", name="Rating of amaia over 36 rated games")).to_be_visible()
