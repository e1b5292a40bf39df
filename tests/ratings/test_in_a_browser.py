"""Ratings on the running site: rated at once by the worker, seen by those who look on."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import SeatedGame, seat
from tests.conftest import NewPage
from tests.games.factories import some_moves
from tests.stack.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.site]


DEMO_RESULTS = 215
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


@pytest.mark.once
@pytest.mark.parametrize(
    "path",
    [
        "/ratings/",
        "/ratings/statistics/",
        "/ratings/revisions/",
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


def test_the_calculator_tells_what_a_win_would_bring(
    game: SeatedGame, site: Site, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(f"{site.url}/ratings/calculator/")
    page.get_by_label("Player", exact=True).fill(game.names[0])
    page.get_by_label("Opponent, a name or a rating").fill("2600")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("row", name="Win")).to_contain_text("+36.4")


def test_the_picture_of_a_rating_says_in_words_what_it_shows(site: Site, new_page: NewPage) -> None:
    look = "from ratings.models import Cursor; print(Cursor.objects.get().last)"
    site.until(lambda: int(site.shell(look)) >= DEMO_RESULTS)
    page = new_page()
    page.goto(f"{site.url}/players/amaia/ratings/")
    expect(page.get_by_role("img", name="Rating of amaia over 37 rated games")).to_be_visible()


def staff(site: Site, page: Page) -> None:
    """Sign a new moderator in."""
    session = site.shell(
        "import secrets\nfrom django.test import Client\n"
        "from tests.games.factories import make_user\n"
        "client = Client()\n"
        "client.force_login(make_user('staff-' + secrets.token_hex(4), is_staff=True))\n"
        "print(client.cookies['sessionid'].value)"
    )
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])


def require_accessible(page: Page) -> None:
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_moderator_annuls_a_game_and_everybody_reads_it(
    game: SeatedGame, new_page: NewPage, site: Site, colours: str
) -> None:
    player = game.open(new_page, 1, width=360, height=740, color_scheme=colours)
    site.shell(
        "from games import services\nfrom games.models import Game\n"
        f"game = Game.objects.get(pk={game.number})\nservices.resign(game.pk, game.first)"
    )
    expect(panel(player)).to_contain_text("+20.0")
    require_accessible(player)
    page = new_page(width=360, height=740, color_scheme=colours)
    staff(site, page)
    page.goto(game.url)
    page.get_by_role("link", name="Correct this result").click()
    page.get_by_label("Annul it").check()
    page.get_by_label("Why?").fill("The two had agreed upon it beforehand.")
    require_accessible(page)
    page.get_by_role("button", name="Show what it does").click()
    expect(page.get_by_role("row", name=game.names[1])).to_contain_text("−20.0")
    require_accessible(page)
    page.get_by_role("button", name="Yes, correct it").click()
    page.wait_for_url(game.url)
    expect(panel(page)).to_contain_text("agreed upon it beforehand")
    expect(panel(player)).to_contain_text("Not rated: a moderator annulled it.")
    announced = player.locator("#announcer")
    expect(announced).to_have_text("Not rated: a moderator annulled it.")
    require_accessible(player)
    panel(player).get_by_role("link", name="What revision").click()
    expect(player.get_by_role("row", name=game.names[1])).to_contain_text("+20.0 → 0.0")
    require_accessible(player)
    player.goto(f"{site.url}/players/{game.names[1]}/ratings/")
    expect(player.get_by_role("main")).to_contain_text("Not rated: a moderator annulled it.")
    require_accessible(player)
